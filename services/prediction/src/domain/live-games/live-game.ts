import { hourMs } from "../dates.ts";
import { personSpelling } from "./names.ts";
import type { BookPrices, GameResult, SlateGame } from "../slate.ts";
import type { Sport } from "../sport.ts";

/** A game of the live provider: listed before its start, finished by its result. */
export type LiveGame = Pick<
  SlateGame,
  "id" | "sport" | "home" | "away" | "startsAt" | "endsAt" | "date" | "league"
> & {
  /** The provider's event whose start counts; when it is no longer listed, another event of the game takes over. */
  eventId: string;
  /** Further events of the same game. */
  otherEventIds?: string[] | undefined;
  feed: string;
  /** The last prices taken before the start. */
  last?: { takenAt: Date; books: BookPrices[] } | undefined;
  result?: GameResult | undefined;
};

/** A game of a competition as a source reports it, its teams in either orientation. */
export type NamedResult = Pick<LiveGame, "feed" | "home" | "away" | "date"> & {
  startsAt?: Date | undefined;
  /** Absent while the game is not finished. */
  result?: Exclude<GameResult, { kind: "void" }> | undefined;
};

/** The last prices of one competition, and its games as last listed. */
export type PriceSnapshot = {
  feed: string;
  sport: Sport;
  /** Time of the last request for prices, also of a failed one. */
  requestedAt?: Date | undefined;
  /** Time of the last request for scores. */
  scoresRequestedAt?: Date | undefined;
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

/** A game whose start moves by this much or more is another game. */
export const sameGameMs = 12 * hourMs;

/** The two teams of a competition, in either orientation. */
export const pairOf = ({ feed, home, away }: Pick<LiveGame, "feed" | "home" | "away">): string =>
  JSON.stringify([feed, ...[sideKey(home), sideKey(away)].toSorted()]);

/** Whether two games of one pair have the same orientation. */
export const isTurned = (a: Pick<LiveGame, "home">, b: Pick<LiveGame, "home">): boolean =>
  sideKey(a.home) !== sideKey(b.home);

/** Sides without a rating keep the names of their sources, which spell people in many ways. */
const sideKey = (name: string): string => personSpelling(name) || name;
