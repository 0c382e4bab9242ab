import { dayMs } from "../domain/dates.ts";
import type { PriceSnapshot } from "../domain/live-games/live-game.ts";
import { sum } from "../domain/math.ts";
import { scoresCost } from "./client.ts";
import type { Feed } from "./feeds.ts";
import { paceOf } from "./quota.ts";
import type { SyncDeps } from "./sync-feed.ts";

/** How far the provider's scores reach back. */
const scoresReachMs = 3 * dayMs;

/** A competition in season: with listed games, or with games whose results are missing. */
export type ActiveFeed = { feed: Feed; last: PriceSnapshot | undefined; awaited: Date[] };

/** The competitions in season, and the pace that the credits of the month allow for them. */
export async function findActive(
  { games, snapshots, requests }: SyncDeps,
  feeds: readonly Feed[],
  now: Date,
): Promise<{ active: ActiveFeed[]; pace: ReturnType<typeof paceOf> }> {
  await games.giveUp(new Date(now.getTime() - scoresReachMs));
  const awaited = Map.groupBy(await games.awaited(now), ({ feed }) => feed);
  const known = new Map((await snapshots.all()).map((snapshot) => [snapshot.feed, snapshot]));
  const active = feeds
    .map((feed) => ({
      feed,
      last: known.get(feed.key),
      awaited: (awaited.get(feed.key) ?? []).map(({ startsAt }) => startsAt),
    }))
    .filter((one) => isListed(one) || one.awaited.length > 0);
  const pace = paceOf({
    remaining: requests.remaining(),
    now,
    pricesCost: sum(active.filter(isListed).map(({ feed }) => feed.markets.length)),
    scoresCost: active.length * scoresCost,
  });
  return { active, pace };
}

export const isListed = ({ last }: ActiveFeed): boolean => (last?.listed.length ?? 0) > 0;

export const isDue = (now: Date, requestedAt: Date | undefined, everyMs: number): boolean =>
  !requestedAt || now.getTime() - requestedAt.getTime() >= everyMs;
