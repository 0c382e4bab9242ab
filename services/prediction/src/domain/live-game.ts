import type { BookPrices, GameResult, SlateGame } from "./slate.ts";
import type { Sport } from "./sport.ts";

/** A game of the live provider: listed before its start, finished by its result. */
export type LiveGame = Pick<
  SlateGame,
  "id" | "sport" | "home" | "away" | "startsAt" | "endsAt" | "date" | "league"
> & {
  /** The provider's event; moved to another day it is another game. */
  eventId: string;
  feed: string;
  /** The last prices taken before the start. */
  last?: { takenAt: Date; books: BookPrices[] } | undefined;
  result?: GameResult | undefined;
};

/** The last prices of one competition, and its games as last listed. */
export type PriceSnapshot = {
  feed: string;
  sport: Sport;
  /** Time of the last request for prices, also of a failed one. */
  askedAt?: Date | undefined;
  /** Time of the last request for scores. */
  scoresAskedAt?: Date | undefined;
  /** When the prices were taken; absent before the first. */
  takenAt?: Date | undefined;
  games: SlateGame[];
  /** Ids of the games in the last list; priced games not among them are gone or moved. */
  listed: string[];
  listedAt?: Date | undefined;
};

/** State of the polling process, kept across restarts. */
export type PollState = {
  remaining?: number | undefined;
  /** No requests until then: the provider limits the rate or cannot be reached. */
  pausedUntil?: Date | undefined;
};
