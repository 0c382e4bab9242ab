import { minuteMs } from "../domain/dates.ts";
import { type ActiveFeed, findActive, isDue, isListed } from "./active-feeds.ts";
import { scoresCost } from "./client.ts";
import type { Feed } from "./feeds.ts";
import { syncGames, syncPrices, type SyncDeps } from "./sync-feed.ts";

/** The list of games is free. */
export const listEveryMs = 30 * minuteMs;
/** After a failure that may pass. */
const listRetryMs = 2 * minuteMs;

/**
 * Runs one round of polling within the credits of the month: the free list of games, and prices. Stores everything
 * for all processes.
 */
export function pollFeeds(deps: SyncDeps & { feeds: readonly Feed[] }): () => Promise<void> {
  const { feeds, requests, clock } = deps;
  const listAgainAt = new Map<string, number>();

  async function list(feed: Feed): Promise<void> {
    const now = clock.now().getTime();
    if (requests.isPaused() || (listAgainAt.get(feed.key) ?? 0) > now) return;
    listAgainAt.set(feed.key, now + listRetryMs);
    if (await syncGames(deps, feed)) listAgainAt.set(feed.key, now + listEveryMs);
  }

  return async () => {
    if (!(await requests.hold())) return;
    for (const feed of feeds) await list(feed);
    const now = clock.now();
    const { active, pace } = await findActive(deps, feeds, now);
    // Open predictions must be settled even when prices have to wait for the next month.
    const reserved = scoresCost * active.length;
    for (const { feed, last } of active.filter(isListed).toSorted(byAge)) {
      if (requests.isPaused() || !requests.canPay(feed.markets.length + reserved)) continue;
      if (isDue(now, last?.requestedAt, pace.pricesEveryMs)) await syncPrices(deps, feed, last);
    }
  };
}

const byAge = (a: ActiveFeed, b: ActiveFeed) =>
  (a.last?.requestedAt?.getTime() ?? 0) - (b.last?.requestedAt?.getTime() ?? 0);
