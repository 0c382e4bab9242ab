import type { Logger } from "@orbline/kit/logger";
import type { PriceSnapshot } from "../domain/live-game.ts";
import type { Clock, LiveGames, PriceSnapshots } from "../use-cases/ports.ts";
import type { Feed } from "./feeds.ts";
import type { OddsWatch } from "./odds-watch.ts";
import type { ProviderEvent } from "./provider-schemas.ts";
import type { ProviderTurn } from "./provider-turn.ts";
import { readGame, readPrices, unknownNames, type FindSide } from "./read-game.ts";
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
  /** Records the games that the provider lists; one that it lists on another day is called off here. */
  const record = async (feed: Feed, events: readonly ProviderEvent[], now: Date) => {
    const names = events.flatMap((event) => unknownNames(event, feed, find));
    watch.unknownNames(feed, names);
    const listed = events.flatMap((event) => readGame(event, feed, find) ?? []);
    await games.record(listed, now);
    return { listed: listed.map(({ id }) => id), listedAt: now };
  };

  return {
    /** The free list of games. */
    list: async (feed: Feed): Promise<void> => {
      const now = clock.now();
      const asked = await turn.ask("events", feed, (client) => client.events(feed));
      if (asked.kind === "failed") return;
      const list = await record(feed, coming(asked.data, now.getTime()), now);
      await snapshots.save({ feed: feed.key, sport: feed.sport, ...list });
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
      const read = events.map((event) => readPrices(event, feed, { find, now }));
      const faults = read.flatMap((one) => one.faults);
      watch.faults(feed, faults);
      const priced = read.flatMap(({ game }) => (game && game.books.length > 0 ? [game] : []));
      const list = await record(feed, events, now);
      await snapshots.save({ feed: key, sport, takenAt: now, games: priced, ...list });
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
