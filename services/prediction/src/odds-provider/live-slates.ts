import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@orbline/kit/errors";
import { dayMs, minuteMs, slateDays } from "../domain/dates.ts";
import type { LiveGame, PriceSnapshot } from "../domain/live-game.ts";
import type { Slate } from "../domain/slate.ts";
import { sports, type Sport } from "../domain/sport.ts";
import type { ModelState } from "../engine/serving/predict.ts";
import { modelOf, type Models, type RatedSlates } from "../slates/models.ts";
import type { Clock, LiveGames, PriceSnapshots } from "../use-cases/ports.ts";
import { closingBooks, staleTeamFinder, walkResults } from "../results/live-ratings.ts";
import { toSlateGame } from "./read-game.ts";

const slateMs = slateDays * dayMs;
/** Clocks of two processes may differ by this much. */
const overlapMs = 5 * minuteMs;

type Rated = { state: ModelState; findStale: ReturnType<typeof staleTeamFinder> };

/**
 * The slate of the live provider as stored: the last prices of games that are still listed on the same day and have
 * not started. Live results update the ratings. `refresh` reads what this or another process has stored.
 */
export function liveSlates(deps: {
  models: Models;
  games: LiveGames;
  snapshots: PriceSnapshots;
  clock: Clock;
}): RatedSlates & { refresh: () => Promise<void> } {
  const { models, games, snapshots, clock } = deps;
  const results = new Map<string, LiveGame>();
  let since = new Date(0);
  let lastSeen = "";
  let snapshotsBySport = new Map<Sport, PriceSnapshot[]>();
  const rated = new Map<Sport, Rated>();
  const built = new Map<Sport, { slate: Slate; until: number }>();

  function ratedOf(sport: Sport): Rated {
    const known = rated.get(sport);
    if (known) return known;
    const ofSport = [...results.values()].filter((game) => game.sport === sport);
    const state = walkResults(modelOf(models, sport), ofSport);
    const fresh = { state, findStale: staleTeamFinder(state) };
    rated.set(sport, fresh);
    return fresh;
  }

  function build(sport: Sport, now: Date): { slate: Slate; until: number } {
    const { state, findStale } = ratedOf(sport);
    const offers = (snapshotsBySport.get(sport) ?? []).map((one) => offerOf(one, now.getTime()));
    const offered = offers
      .flatMap((offer) => offer.games)
      .map((game) => ({ ...game, marketOnly: findStale(game) }))
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));
    const used = offers.filter((offer) => offer.games.length > 0);
    const [takenAt] = (used.length > 0 ? used : offers)
      .flatMap((offer) => offer.takenAt ?? [])
      .toSorted((a, b) => a.getTime() - b.getTime());
    const content = createHash("sha256").update(JSON.stringify([state.version, offered]));
    const firstStart = offered[0]?.startsAt.getTime() ?? Number.POSITIVE_INFINITY;
    return {
      slate: {
        sport,
        kind: "live",
        label: labelOf(takenAt),
        snapshotId: `live:${sport}:${content.digest("hex").slice(0, 24)}`,
        pricedAt: takenAt ?? now,
        games: offered,
      },
      until: Math.min(firstStart, ...offers.map(({ nextAt }) => nextAt)),
    };
  }

  return {
    ratings: (sport) => ratedOf(sport).state,
    refresh: async () => {
      const now = clock.now();
      // Both reads come before any change: a new result must also renew the slates.
      const [finished, all] = await Promise.all([
        games.finishedSince(new Date(since.getTime() - overlapMs)),
        snapshots.all(),
      ]);
      // A game that was void may be back on its day and be played.
      const fresh = finished.filter(
        ({ id, result }) => !isDeepStrictEqual(results.get(id)?.result, result),
      );
      for (const game of fresh) {
        results.set(game.id, game);
        rated.delete(game.sport);
      }
      since = now;
      const seen = JSON.stringify(
        all.map(({ feed, takenAt, listedAt }) => [feed, takenAt, listedAt]),
      );
      if (seen !== lastSeen || fresh.length > 0) {
        lastSeen = seen;
        snapshotsBySport = Map.groupBy(all, ({ sport }) => sport);
        built.clear();
      }
      for (const sport of sports) ratedOf(sport);
    },
    slates: {
      now: clock.now,
      current: (sport) => {
        const now = clock.now();
        let entry = built.get(sport);
        if (!entry || now.getTime() >= entry.until) {
          entry = build(sport, now);
          built.set(sport, entry);
        }
        return entry.slate;
      },
      resultsOf: async (ids) => {
        const found = await games.find(ids);
        return new Map(found.flatMap(({ id, result }) => (result ? [[id, result] as const] : [])));
      },
      closingGames: async (ids) => {
        const started = (await games.find(ids)).filter(({ startsAt }) => startsAt <= clock.now());
        return new Map(
          started.flatMap((game) => {
            const books = closingBooks(game);
            return books ? [[game.id, toSlateGame(game, books)] as const] : [];
          }),
        );
      },
      advance: () =>
        Promise.reject(
          new AppError("forbidden", "slate.live", "The clock of a live slate cannot be moved."),
        ),
    },
  };
}

/** Priced and listed games of the next days, and when the first later one joins them. */
function offerOf({ games, listed, takenAt }: PriceSnapshot, now: number) {
  const ids = new Set(listed);
  const coming = games.filter(({ id, startsAt }) => ids.has(id) && startsAt.getTime() > now);
  const [shown = [], later = []] = [true, false].map((isShown) =>
    coming.filter(({ startsAt }) => startsAt.getTime() <= now + slateMs === isShown),
  );
  const nextAt = Math.min(...later.map(({ startsAt }) => startsAt.getTime() - slateMs));
  return { takenAt, games: shown, nextAt };
}

const labelTime = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  dateStyle: "medium",
  timeStyle: "short",
});

const labelOf = (takenAt: Date | undefined): string =>
  takenAt ? `Live prices of ${labelTime.format(takenAt)} UTC` : "Live prices, none taken yet";
