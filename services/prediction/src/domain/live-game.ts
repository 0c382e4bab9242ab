import type { BookPrices, GameResult, SlateGame } from "./slate.ts";
import type { Sport } from "./sport.ts";

/** A game of the live provider: listed before its start, finished by its result. */
export type LiveGame = {
  /** The provider's event and the game's date: moved to another day it is another game. */
  id: string;
  eventId: string;
  /** The provider's key of the competition. */
  feed: string;
  sport: Sport;
  home: string;
  away: string;
  startsAt: Date;
  /** When a result is expected. */
  endsAt: Date;
  /** Calendar date in the terms of the ratings, YYYY-MM-DD. */
  date: string;
  /** Soccer competition in the terms of the ratings. */
  league?: string | undefined;
  /** The last prices taken before the start. */
  last?: { takenAt: Date; books: BookPrices[] } | undefined;
  result?: GameResult | undefined;
};

/** The last prices of one competition, and its games as last listed. */
export type PriceSnapshot = {
  feed: string;
  sport: Sport;
  /** When prices were last asked for, whether or not an answer came. */
  askedAt?: Date | undefined;
  /** When scores were last asked for. */
  scoresAskedAt?: Date | undefined;
  /** When the prices were taken; absent before the first. */
  takenAt?: Date | undefined;
  games: SlateGame[];
  /** Ids of the games that the provider last listed; priced games not among them are gone or moved. */
  listed: string[];
  listedAt?: Date | undefined;
};

/** What the one process that asks the provider keeps over a restart. */
export type PollState = {
  /** Credits left of the month, as the provider last said. */
  remaining?: number | undefined;
  /** The provider asked for a pause, or can not be reached. */
  pausedUntil?: Date | undefined;
};
