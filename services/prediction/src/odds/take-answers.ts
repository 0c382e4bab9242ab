import type { Logger } from "@orbline/kit/logger";
import type { PriceSnapshot } from "../domain/live-game.ts";
import type { Clock, LiveGames, PriceSnapshots } from "../use-cases/ports.ts";
import type { Feed } from "./feeds.ts";
import type { OddsWatch } from "./odds-watch.ts";
import type { ProviderEvent } from "./provider-schemas.ts";
import type { ProviderTurn } from "./provider-turn.ts";
import { readGame, readPrices, toSlateGame, unknownNames, type FindSide } from "./read-game.ts";
import { readScore } from "./read-score.ts";

const dayMs = 86_400_000;
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

  return {
    /** The free list of games. */
    list: async (feed: Feed): Promise<void> => {
      const now = clock.now();
      const asked = await turn.ask("events", feed, (client) => client.events(feed));
      if (asked.kind === "failed") return;
      const events = coming(asked.data, now.getTime());
      tellUnknown(feed, events);
      const known = events.flatMap((event) => readGame(event, feed, find) ?? []);
      await games.record(known, now);
      const listed = known.map(({ id }) => id);
      await snapshots.save({ feed: feed.key, sport: feed.sport, listed, listedAt: now });
    },

    /** Prices of all games; costs a credit a market. */
    prices: async (feed: Feed, last: PriceSnapshot | undefined): Promise<void> => {
      const now = clock.now();
      const { key, sport } = feed;
      // Before the call: a crash in its middle must not pay for it twice.
      await snapshots.save({ feed: key, sport, askedAt: now });
      const asked = await turn.ask("odds", feed, (client) => client.odds(feed));
      if (asked.kind === "failed") {
        const askedAt = last?.askedAt ?? new Date(0);
        if (!asked.mayHaveCost) await snapshots.save({ feed: key, sport, askedAt });
        return;
      }
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
      const { key, sport } = feed;
      const days = Math.ceil((now.getTime() - oldest.getTime()) / dayMs);
      const daysFrom = Math.min(3, Math.max(1, days));
      await snapshots.save({ feed: key, sport, scoresAskedAt: now });
      const asked = await turn.ask("scores", feed, (client) => client.scores(feed, daysFrom));
      if (asked.kind === "failed") {
        const scoresAskedAt = last?.scoresAskedAt ?? new Date(0);
        if (!asked.mayHaveCost) await snapshots.save({ feed: key, sport, scoresAskedAt });
        return;
      }
      const finished = asked.data.flatMap((event) => readScore(event, feed, find) ?? []);
      await games.record(finished, now);
      logger.info({ feed: key, finished: finished.length }, "scores taken");
    },
  };
};
