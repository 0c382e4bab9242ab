import { dateIn, dayMs, minuteMs } from "../domain/dates.ts";
import type { SourceGame } from "../domain/live-games/rated-result.ts";
import type { Sport } from "../domain/sport.ts";
import { ResultsFailure, type ResultsSource } from "../results/source.ts";
import { findActive } from "./active-feeds.ts";
import { scoresCost } from "./client.ts";
import type { Feed } from "./feeds.ts";
import type { ProviderScore } from "./schemas.ts";
import type { SyncDeps } from "./sync-feed.ts";

/** How far the provider's scores reach back. */
const reachDays = 3;
const refusedMs = 30 * minuteMs;

/**
 * Scores of The Odds API as results, within the credits of the month. A request costs credits, so it is made for games
 * that were on sale alone. The provider has no scores of fights.
 */
export function oddsApiSource(deps: SyncDeps & { feeds: readonly Feed[] }): ResultsSource {
  const { feeds, requests, clock } = deps;
  const feedOf = (sport: Sport, league?: string) =>
    feeds.find((feed) => feed.sport === sport && feed.league === league);
  return {
    name: "the-odds-api",
    reachDays: reachDays - 1,
    stepDays: reachDays + 2,
    overlapDays: reachDays - 1,
    covers: (sport, league) => sport !== "ufc" && feedOf(sport, league) !== undefined,
    pace: async ({ now }) => {
      const { pace } = await findActive(deps, feeds, now);
      return { awaitedMs: pace.scoresEveryMs, idleMs: Number.POSITIVE_INFINITY };
    },
    games: async ({ sport, league, from }) => {
      const feed = feedOf(sport, league);
      if (!feed) return [];
      if (requests.isPaused() || !requests.canPay(scoresCost))
        throw new ResultsFailure("The Odds API: paused, or no credits are left", minuteMs);
      const days = Math.ceil((clock.now().getTime() - Date.parse(from)) / dayMs);
      const daysFrom = Math.min(reachDays, Math.max(1, days));
      const result = await requests.send("scores", feed, (client) => client.scores(feed, daysFrom));
      if (result.kind === "data")
        return result.data.flatMap((event) => toSourceGame(event, feed) ?? []);
      throw new ResultsFailure(
        `The Odds API: ${feed.key}: no scores`,
        result.isLasting ? refusedMs : undefined,
      );
    },
  };
}

/** An event with a result, or to come. */
function toSourceGame(event: ProviderScore, { sport, league, timeZone }: Feed): SourceGame {
  const { id, commence_time: startsAt, home_team: home, away_team: away } = event;
  const date = dateIn(startsAt, timeZone);
  const game = { sourceId: id, sport, league, date, startsAt, home, away };
  const result = scoreOf(event);
  return result ? { ...game, status: "finished", result } : { ...game, status: "scheduled" };
}

function scoreOf({ completed, scores, ...event }: ProviderScore): SourceGame["result"] {
  if (!completed || scores?.length !== 2) return undefined;
  const pointsOf = (team: string) => points(scores.find(({ name }) => name === team)?.score);
  const home = pointsOf(event.home_team);
  const away = pointsOf(event.away_team);
  if (home === undefined || away === undefined) return undefined;
  return { kind: "score", home, away };
}

const points = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined;
