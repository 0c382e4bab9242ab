import type { Logger } from "@orbline/kit/observability/logger";
import type { PriceSnapshot } from "../domain/live-game.ts";
import type { Clock, LiveGames, PriceSnapshots } from "../use-cases/ports.ts";
import type { Feed } from "./feeds.ts";
import type { OddsWatch } from "./odds-watch.ts";
import type { ProviderEvent } from "./provider-schemas.ts";
import type { ProviderTurn } from "./provider-turn.ts";
import { readGame, readPrices, toSlateGame, unknownNames, type FindSide } from "./read-game.ts";
import { readScore } from "./read-score.ts";
import { dayMs } from "../domain/dates.ts";

/** The slate shows a week; prices may have to last longer when credits are short. */
const horizonMs = 10 * dayMs;

/** What the poll needs to take over answers. */
export type TakeDeps = {
  turn: ProviderTurn;
  find: FindSide;
  games: LiveGames;
  snapshots: PriceSnapshots;
  clock: Clock;
  logger: Logger;
  watch: OddsWatch;
};

const coming = <T extends ProviderEvent>(events: readonly T[], now: number): T[] =>
  events.filter(({ commence_time: start }) => {
    const aheadMs = start.getTime() - now;
    return aheadMs > 0 && aheadMs < horizonMs;
  });

/** Takes over what the provider answers for one competition: its list of games, prices, scores. */
export const takeAnswers = ({ turn, find, games, snapshots, clock, logger, watch }: TakeDeps) => {
  const tellUnknown = (feed: Feed, events: readonly ProviderEvent[]) => {
    const names = events.flatMap((event) => unknownNames(event, feed, find));
    watch.unknownNames(feed, names);
  };

  /**
   * Marks before the call that it is made: a crash in its middle must not pay for it twice. Answers how to take the
   * mark back, or nothing where another process has asked since.
   */
  const claim = async (
    { key, sport }: Feed,
    name: "askedAt" | "scoresAskedAt",
    last: PriceSnapshot | undefined,
  ) => {
    const [known, now] = [last?.[name], clock.now()];
    const move = (from: Date | undefined, to: Date) =>
      snapshots.mark({ feed: key, sport }, name, { from, to });
    if (!(await move(known, now))) return undefined;
    return async (): Promise<void> => void (await move(now, known ?? new Date(0)));
  };

  return {
    /** The free list of games; false when it did not come but soon may. */
    list: async (feed: Feed): Promise<boolean> => {
      const now = clock.now();
      const asked = await turn.ask("events", feed, (client) => client.events(feed));
      if (asked.kind === "failed") return asked.isLasting;
      if (asked.isLate) return false;
      const events = coming(asked.data, now.getTime());
      tellUnknown(feed, events);
      const known = events.flatMap((event) => readGame(event, feed, find) ?? []);
      await games.record(known, now);
      const listed = known.map(({ id }) => id);
      await snapshots.save({ feed: feed.key, sport: feed.sport, listed, listedAt: now });
      return true;
    },

    /** Prices of all games; costs a credit a market. */
    prices: async (feed: Feed, last: PriceSnapshot | undefined): Promise<void> => {
      const now = clock.now();
      const { key, sport } = feed;
      const giveBack = await claim(feed, "askedAt", last);
      if (!giveBack) return;
      const asked = await turn.ask("odds", feed, (client) => client.odds(feed));
      if (asked.kind === "failed") return asked.mayHaveCost ? undefined : giveBack();
      if (asked.isLate) return;
      const events = coming(asked.data, now.getTime());
      tellUnknown(feed, events);
      const read = events.flatMap((event) => readPrices(event, feed, { find, now }) ?? []);
      watch.faults(
        feed,
        read.flatMap(({ faults }) => faults),
      );
      await games.record(
        read.map(({ game }) => game),
        now,
      );
      const listed = read.map(({ game }) => game.id);
      const priced = read
        .filter(({ books }) => books.length > 0)
        .map(({ game, books }) => toSlateGame(game, books));
      const taken = { takenAt: now, games: priced, listed, listedAt: now };
      await snapshots.save({ feed: key, sport, ...taken });
      const creditsLeft = turn.remaining();
      logger.info({ feed: key, games: priced.length, creditsLeft }, "prices taken");
    },

    /** Results of the days since `oldest`, three at most. */
    scores: async (feed: Feed, oldest: Date, last: PriceSnapshot | undefined): Promise<void> => {
      const now = clock.now();
      const days = Math.ceil((now.getTime() - oldest.getTime()) / dayMs);
      const daysFrom = Math.min(3, Math.max(1, days));
      const giveBack = await claim(feed, "scoresAskedAt", last);
      if (!giveBack) return;
      const asked = await turn.ask("scores", feed, (client) => client.scores(feed, daysFrom));
      if (asked.kind === "failed") return asked.mayHaveCost ? undefined : giveBack();
      const finished = asked.data.flatMap((event) => readScore(event, feed, find) ?? []);
      // A late one too: a result stays. By the time of storing it, at which others look for what is new.
      await games.record(finished, clock.now());
      logger.info({ feed: feed.key, finished: finished.length }, "scores taken");
    },
  };
};
