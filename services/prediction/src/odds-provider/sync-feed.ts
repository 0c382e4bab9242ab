import type { Logger } from "@orbline/kit/observability/logger";
import { dayMs } from "../domain/dates.ts";
import { type PriceSnapshot, sameGameMs } from "../domain/live-games/live-game.ts";
import type { Clock } from "../use-cases/ports.ts";
import type { LiveGames, PriceSnapshots } from "../use-cases/ports-live.ts";
import { OddsFailure } from "./client.ts";
import type { Feed } from "./feeds.ts";
import type { MatchTeam } from "./match-team.ts";
import type { OddsMetrics } from "./metrics.ts";
import { readGame, readPrices, toSlateGame, unknownNames } from "./read-game.ts";
import type { OddsRequests } from "./requests.ts";
import type { ProviderEvent } from "./schemas.ts";

/** The slate shows a week; prices may have to last longer when credits are short. */
const horizonMs = 10 * dayMs;

export type SyncDeps = {
  requests: OddsRequests;
  matchTeam: MatchTeam;
  games: LiveGames;
  snapshots: PriceSnapshots;
  clock: Clock;
  logger: Logger;
  metrics: OddsMetrics;
};

/** Stores the free list of games of a competition; false when another try may soon succeed. */
export async function syncGames(deps: SyncDeps, feed: Feed): Promise<boolean> {
  const { requests, matchTeam, games, snapshots, clock } = deps;
  const now = clock.now();
  const result = await requests.send("events", feed, (client) => client.events(feed));
  if (result.kind === "failed") return result.isLasting;
  if (result.isLate) return false;
  const events = current(deps, feed, result.data, now);
  const read = events.flatMap((event) => readGame(event, feed, matchTeam) ?? []);
  const known = await games.record(read, now);
  const listed = known.filter(({ startsAt }) => startsAt > now).map(({ id }) => id);
  await snapshots.save({ feed: feed.key, sport: feed.sport, listed, listedAt: now });
  return true;
}

/** Stores the prices of all games of a competition; costs a credit per market. */
export async function syncPrices(
  deps: SyncDeps,
  feed: Feed,
  last: PriceSnapshot | undefined,
): Promise<void> {
  const { requests, matchTeam, games, snapshots, clock, logger, metrics } = deps;
  const now = clock.now();
  const undo = await claimCall(deps, feed, "requestedAt", last);
  if (!undo) return;
  const result = await requests.send("odds", feed, async (client) => {
    const events = await client.odds(feed);
    const read = current(deps, feed, events, now).flatMap(
      (event) => readPrices(event, feed, { matchTeam, now }) ?? [],
    );
    const faults = read.flatMap((one) => one.faults);
    metrics.countFaults(feed, faults);
    const hasPrices = read.some(({ game }) => game.last);
    if (events.length === 0 && last?.listed.length)
      throw new OddsFailure(feed, "odds: no game, but some are listed", {});
    if (!hasPrices && faults.length > 0)
      throw new OddsFailure(feed, `odds: no book can be read: ${faults[0]}`, { mayHaveCost: true });
    return read;
  });
  if (result.kind === "failed") return result.mayHaveCost ? undefined : undo();
  if (result.isLate) return;
  const read = result.data;
  const known = await games.record(
    read.map(({ game }) => game),
    now,
  );
  const coming = known.filter(({ startsAt }) => startsAt > now);
  const priced = coming.flatMap((game) =>
    game.last?.takenAt === now ? [toSlateGame(game, game.last.books)] : [],
  );
  const listed = coming.map(({ id }) => id);
  const taken = { takenAt: now, games: priced, listed, listedAt: now };
  await snapshots.save({ feed: feed.key, sport: feed.sport, ...taken });
  const creditsLeft = requests.remaining();
  logger.info({ feed: feed.key, games: priced.length, creditsLeft }, "prices stored");
}

/** The events that started lately or start within the horizon; reports names that match no team. */
function current<Event extends ProviderEvent>(
  { matchTeam, metrics }: SyncDeps,
  feed: Feed,
  events: readonly Event[],
  now: Date,
): Event[] {
  const found = events.filter(({ commence_time: start }) => {
    const aheadMs = start.getTime() - now.getTime();
    return aheadMs > -sameGameMs && aheadMs < horizonMs;
  });
  metrics.reportUnknown(
    feed,
    found.flatMap((event) => unknownNames(event, feed, matchTeam)),
  );
  return found;
}

/**
 * Marks a paid call before it is made, so that a crash during the call does not pay twice. Returns how to remove the
 * mark, or undefined when another process has called since.
 */
async function claimCall(
  { snapshots, clock }: SyncDeps,
  { key, sport }: Feed,
  name: "requestedAt" | "scoresRequestedAt",
  last: PriceSnapshot | undefined,
): Promise<(() => Promise<void>) | undefined> {
  const [known, now] = [last?.[name], clock.now()];
  const move = (from: Date | undefined, to: Date) =>
    snapshots.mark({ feed: key, sport }, name, { from, to });
  if (!(await move(known, now))) return undefined;
  return async () => void (await move(now, known ?? new Date(0)));
}
