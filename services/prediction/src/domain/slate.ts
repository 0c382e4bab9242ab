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

/** A game before it starts, as a model needs it. In UFC `home` is fighter_a and `neutral` is always true. */
export type Fixture = {
  /** Local calendar date, YYYY-MM-DD. */
  date: string;
  /** Season label as in the results files; derived from the date when absent. */
  season?: number | undefined;
  home: string;
  away: string;
  neutral?: boolean | undefined;
  postseason?: boolean | undefined;
  /** Soccer competition, e.g. `epl`. */
  league?: string | undefined;
  /** CFB division, e.g. `fbs` or `fcs`. */
  homeDivision?: string | undefined;
  awayDivision?: string | undefined;
  /** UFC weight class; listed with the fighter, no input of the model. */
  weightClass?: string | undefined;
  /** MLB listed starting pitchers; a team without one counts with its usual rotation. */
  homeStarter?: string | undefined;
  awayStarter?: string | undefined;
  /** UFC: age in years on the day; when absent, derived from earlier bouts. */
  homeAge?: number | undefined;
  awayAge?: number | undefined;
  /** UFC: reach in cm; when absent, the one of earlier bouts. */
  homeReach?: number | undefined;
  awayReach?: number | undefined;
  /** UFC: the fighter in the red corner; when absent, coefficients fitted without it apply. */
  redCorner?: "home" | "away" | undefined;
};

/** A game that has not started, with its prices. */
export type SlateGame = Fixture & {
  id: string;
  sport: Sport;
  startsAt: Date;
  /** When a result is expected. */
  endsAt: Date;
  neutral: boolean;
  books: BookPrices[];
  /** Set when no rating counts beside the market: the team, and the last result of a rating that is too old. */
  marketOnly?: { side: string; ratedOn?: string | undefined } | undefined;
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
