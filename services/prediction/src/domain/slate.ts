import type { SlateKind } from "@orbline/proto/constants/predictions";
import type { Sport } from "./sport.ts";

export type { SlateKind };

/** American prices of one book for one game; `draw` is null where a tie is no bet. */
export type BookPrices = {
  book: string;
  /** Null where the book prices the spread only. */
  moneyline: { home: number; draw: number | null; away: number } | null;
  /** The home team's handicap and the prices of both outcomes. */
  spread?: { line: number; home: number; away: number } | undefined;
  updatedAt: Date;
};

/** Details that some sources know before the start: MLB starters, UFC ages, reach (cm) and red corner. */
export type GameDetails = {
  homeStarter?: string | undefined;
  awayStarter?: string | undefined;
  homeAge?: number | undefined;
  awayAge?: number | undefined;
  homeReach?: number | undefined;
  awayReach?: number | undefined;
  redCorner?: "home" | "away" | undefined;
};

/** A game that has not started, with its prices. */
export type SlateGame = {
  id: string;
  sport: Sport;
  home: string;
  away: string;
  startsAt: Date;
  /** When a result is expected. */
  endsAt: Date;
  neutral: boolean;
  /** Local calendar date of the ratings, YYYY-MM-DD. */
  date: string;
  /** Season label in the ratings if it is not the one of the date. */
  season?: number | undefined;
  postseason?: boolean | undefined;
  league?: string | undefined;
  homeDivision?: string | undefined;
  awayDivision?: string | undefined;
  details?: GameDetails | undefined;
  books: BookPrices[];
  /** Set when a rating is too old to count beside the market: its team, and the date of its last result. */
  marketOnly?: { side: string; ratedOn: string } | undefined;
};

/** The games of one sport that can be picked, as of one moment. */
export type Slate = {
  sport: Sport;
  kind: SlateKind;
  /** Screens print it beside everything from this slate. */
  label: string;
  /** Changes whenever a game or price changes. */
  snapshotId: string;
  pricedAt: Date;
  games: SlateGame[];
};

/** Result of a game; `void` without a winner or when it did not take place. */
export type GameResult =
  | { kind: "score"; home: number; away: number }
  | { kind: "winner"; winner: "home" | "away" | "draw" }
  | { kind: "void" };
