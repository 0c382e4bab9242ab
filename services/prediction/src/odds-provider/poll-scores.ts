import { dayMs } from "../domain/dates.ts";
import type { PriceSnapshot } from "../domain/live-game.ts";
import { findActive, isDue } from "./active-feeds.ts";
import { scoresCost } from "./client.ts";
import type { Feed } from "./feeds.ts";
import { readScore } from "./read-game.ts";
import { claimCall, type SyncDeps } from "./sync-feed.ts";

/** Requests the scores of games that should have ended, within the credits of the month, and stores their results. */
export function pollScores(deps: SyncDeps & { feeds: readonly Feed[] }): () => Promise<void> {
  const { feeds, requests, clock } = deps;
  return async () => {
    if (!(await requests.hold())) return;
    const now = clock.now();
    const { active, pace } = await findActive(deps, feeds, now);
    for (const { feed, last, awaited } of active) {
      const [oldest] = awaited.toSorted((a, b) => a.getTime() - b.getTime());
      if (!oldest || requests.isPaused() || !requests.canPay(scoresCost)) continue;
      if (isDue(now, last?.scoresAskedAt, pace.scoresEveryMs))
        await syncScores(deps, feed, oldest, last);
    }
  };
}

/** Stores the results since `oldest`, of at most three days. */
async function syncScores(
  deps: SyncDeps,
  feed: Feed,
  oldest: Date,
  last: PriceSnapshot | undefined,
): Promise<void> {
  const { requests, matchTeam, games, clock, logger } = deps;
  const days = Math.ceil((clock.now().getTime() - oldest.getTime()) / dayMs);
  const daysFrom = Math.min(3, Math.max(1, days));
  const undo = await claimCall(deps, feed, "scoresAskedAt", last);
  if (!undo) return;
  const result = await requests.send("scores", feed, (client) => client.scores(feed, daysFrom));
  if (result.kind === "failed") return result.mayHaveCost ? undefined : undo();
  const finished = result.data.flatMap((event) => readScore(event, feed, matchTeam) ?? []);
  // Results of a late response count too. Other processes look for new results by the time of storage.
  await games.finish(finished, clock.now());
  logger.info({ feed: feed.key, finished: finished.length }, "scores stored");
}
