import { dayMs, minuteMs } from "../domain/dates.ts";
import { sum } from "../domain/math.ts";
import type { PriceSnapshot } from "../domain/live-game.ts";
import { scoresCost } from "./client.ts";
import type { Feed } from "./feeds.ts";
import { paceOf } from "./quota.ts";
import { syncGames, syncPrices, syncScores, type SyncDeps } from "./sync-feed.ts";

/** The list of games is free. */
const listEveryMs = 30 * minuteMs;
/** After a failure that may pass. */
const listRetryMs = 2 * minuteMs;
/** How far the provider's scores reach back. */
const scoresReachMs = 3 * dayMs;

/** A competition in season: with listed games, or with games whose results are missing. */
type ActiveFeed = { feed: Feed; last: PriceSnapshot | undefined; awaited: Date[] };

/**
 * Runs one round of polling within the credits of the month: the free list of games, scores of games that should
 * have ended, and prices. Stores everything for all processes.
 */
export function pollFeeds(deps: SyncDeps & { feeds: readonly Feed[] }): () => Promise<void> {
  const { feeds, requests, games, snapshots, clock } = deps;
  const listAgainAt = new Map<string, number>();

  async function list(feed: Feed): Promise<void> {
    const now = clock.now().getTime();
    if (requests.isPaused() || (listAgainAt.get(feed.key) ?? 0) > now) return;
    listAgainAt.set(feed.key, now + listRetryMs);
    if (await syncGames(deps, feed)) listAgainAt.set(feed.key, now + listEveryMs);
  }

  async function findActive(now: Date): Promise<ActiveFeed[]> {
    await games.giveUp(new Date(now.getTime() - scoresReachMs));
    const awaited = Map.groupBy(await games.awaited(now), ({ feed }) => feed);
    const known = new Map((await snapshots.all()).map((snapshot) => [snapshot.feed, snapshot]));
    return feeds
      .map((feed) => ({
        feed,
        last: known.get(feed.key),
        awaited: (awaited.get(feed.key) ?? []).map(({ startsAt }) => startsAt),
      }))
      .filter((active) => isListed(active) || active.awaited.length > 0);
  }

  return async () => {
    if (!(await requests.hold())) return;
    for (const feed of feeds) await list(feed);
    const now = clock.now();
    const active = await findActive(now);
    const listed = active.filter(isListed);
    const pace = paceOf({
      remaining: requests.remaining(),
      now,
      pricesCost: sum(listed.map(({ feed }) => feed.markets.length)),
      scoresCost: active.length * scoresCost,
    });
    for (const { feed, last, awaited } of active) {
      const [oldest] = awaited.toSorted((a, b) => a.getTime() - b.getTime());
      if (!oldest || requests.isPaused() || !requests.canPay(scoresCost)) continue;
      if (isDue(now, last?.scoresAskedAt, pace.scoresEveryMs))
        await syncScores(deps, feed, oldest, last);
    }
    // Open predictions must be settled even when prices have to wait for the next month.
    const reserved = scoresCost * active.length;
    for (const { feed, last } of listed.toSorted(byAge)) {
      if (requests.isPaused() || !requests.canPay(feed.markets.length + reserved)) continue;
      if (isDue(now, last?.askedAt, pace.pricesEveryMs)) await syncPrices(deps, feed, last);
    }
  };
}

const isListed = ({ last }: ActiveFeed) => (last?.listed.length ?? 0) > 0;

const isDue = (now: Date, askedAt: Date | undefined, everyMs: number) =>
  !askedAt || now.getTime() - askedAt.getTime() >= everyMs;

const byAge = (a: ActiveFeed, b: ActiveFeed) =>
  (a.last?.askedAt?.getTime() ?? 0) - (b.last?.askedAt?.getTime() ?? 0);
