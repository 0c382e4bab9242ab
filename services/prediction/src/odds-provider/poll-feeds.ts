import type { LiveGame, PriceSnapshot } from "../domain/live-game.ts";
import { paceOf, type Pace } from "./credit-pace.ts";
import type { Feed } from "./feeds.ts";
import { scoresCost } from "./odds-client.ts";
import { takeAnswers, type TakeDeps } from "./take-answers.ts";
import { dayMs } from "../domain/dates.ts";

/** The list of games is free. */
const listEveryMs = 1_800_000;
/** One that did not come but may now is asked for again this soon. */
const listAgainMs = 120_000;
/** As far as the provider's scores reach back. */
const scoresReachMs = 3 * dayMs;

/** What a round knows of a competition before it asks for anything that costs. */
type Standing = { feed: Feed; last: PriceSnapshot | undefined; awaited: Date[] };

const isDue = (now: Date, askedAt: Date | undefined, everyMs: number) =>
  !askedAt || now.getTime() - askedAt.getTime() >= everyMs;

const isListed = ({ last }: Standing) => (last?.listed.length ?? 0) > 0;

const paceFor = (standings: readonly Standing[], remaining: number | undefined, now: Date): Pace =>
  paceOf({
    remaining,
    now,
    pricesCost: standings
      .filter(isListed)
      .reduce((sum, { feed: { markets } }) => sum + markets.length, 0),
    scoresCost: standings.length * scoresCost,
  });

const byAge = (a: Standing, b: Standing) =>
  (a.last?.askedAt?.getTime() ?? 0) - (b.last?.askedAt?.getTime() ?? 0);

/**
 * Asks the provider for what is due: the free list of games, scores of games that should have ended, prices
 * of competitions with games; never more than the credits of the month allow. What it learns lies in the
 * database, where every process reads it.
 */
export const pollFeeds = (deps: TakeDeps & { feeds: readonly Feed[] }): (() => Promise<void>) => {
  const { feeds, turn, games, snapshots, clock } = deps;
  const take = takeAnswers(deps);
  const listAgainAt = new Map<string, number>();

  const list = async (feed: Feed): Promise<void> => {
    const now = clock.now().getTime();
    if (turn.isPaused() || (listAgainAt.get(feed.key) ?? 0) > now) return;
    listAgainAt.set(feed.key, now + listAgainMs);
    if (await take.list(feed)) listAgainAt.set(feed.key, now + listEveryMs);
  };

  const inSeason = async (now: Date): Promise<Standing[]> => {
    await games.giveUp(new Date(now.getTime() - scoresReachMs));
    const ended: Pick<LiveGame, "feed" | "startsAt">[] = await games.awaited(now);
    const awaited = Map.groupBy(ended, ({ feed }) => feed);
    const known = new Map((await snapshots.all()).map((snapshot) => [snapshot.feed, snapshot]));
    return feeds
      .map((feed) => ({
        feed,
        last: known.get(feed.key),
        awaited: (awaited.get(feed.key) ?? []).map(({ startsAt }) => startsAt),
      }))
      .filter((standing) => isListed(standing) || standing.awaited.length > 0);
  };

  return async () => {
    if (!(await turn.hold())) return;
    for (const feed of feeds) await list(feed);
    const now = clock.now();
    const standings = await inSeason(now);
    const pace = paceFor(standings, turn.remaining(), now);

    for (const { feed, last, awaited } of standings) {
      const [oldest] = awaited.toSorted((a, b) => a.getTime() - b.getTime());
      if (!oldest || turn.isPaused() || !turn.canPay(scoresCost)) continue;
      if (isDue(now, last?.scoresAskedAt, pace.scoresEveryMs))
        await take.scores(feed, oldest, last);
    }
    // What has been bet on must still be settled when prices have to wait for the next month.
    const kept = scoresCost * standings.length;
    for (const { feed, last } of standings.filter(isListed).toSorted(byAge)) {
      if (turn.isPaused() || !turn.canPay(feed.markets.length + kept)) continue;
      if (isDue(now, last?.askedAt, pace.pricesEveryMs)) await take.prices(feed, last);
    }
  };
};
