import type { Fixture, GameResult } from "../slate.ts";
import type { Sport } from "../sport.ts";

/** How a game ended; for a bout also whether by a finish, and whether by (technical) knockout. */
export type FinishedResult = GameResult & {
  finish?: boolean | undefined;
  knockout?: boolean | undefined;
  /** Overtime, extra innings or a shoot-out, where the source reports them. */
  overtime?: boolean | undefined;
};

/** What is known of a game before it starts. A starter is a listed pitcher or a confirmed goalie. */
export type GameFacts = Pick<
  Fixture,
  | "season"
  | "neutral"
  | "postseason"
  | "homeDivision"
  | "awayDivision"
  | "weightClass"
  | "homeStarter"
  | "awayStarter"
  | "homeAge"
  | "awayAge"
  | "homeReach"
  | "awayReach"
  | "redCorner"
>;

/** Median closing prices over the books, American; the spread is the home side's handicap. */
export type ClosingPrices = {
  prices?: { home: number; draw: number | null; away: number } | null | undefined;
  spreadHome?: number | null | undefined;
};

/** A game as a source reports it, under the source's names. */
export type SourceGame = ClosingPrices & {
  sourceId: string;
  sport: Sport;
  league?: string | undefined;
  /** The calendar date that the ratings use: UTC in college football, else local to the league. */
  date: string;
  /** Unknown in files that have dates alone. */
  startsAt?: Date | undefined;
  home: string;
  away: string;
  status: "scheduled" | "finished" | "canceled";
  /** Of finished games alone. */
  result?: FinishedResult | undefined;
  facts?: GameFacts | undefined;
};

/** A game as it is stored; the id holds its source, so that a repeated response changes nothing. */
export type StoredResult = SourceGame & { id: string; source: string };

/** A stored game under rated names. The ratings are a function of the set of finished ones. */
export type RatedResult = Omit<StoredResult, "sourceId">;

/** How far the results of one competition are fetched from its source. */
export type ResultsProgress = {
  /** Competition and source. */
  id: string;
  sport: Sport;
  source: string;
  /** All results up to this date (YYYY-MM-DD) are stored. */
  completeTo: string;
  /** Dates that the source no longer reports. */
  missing?: { from: string; to: string } | undefined;
  requestedAt?: Date | undefined;
  /** Failures in a row, the last one's message, and when to try again. */
  failures?: number | undefined;
  failure?: string | undefined;
  retryAt?: Date | undefined;
};

/** What operators see of a sport's live ratings. */
export type RatingsStatus = {
  sport: Sport;
  /** The source of results; absent where none is set, and the sport is not sold. */
  source?: string | undefined;
  /** The last day in the artifact, and that of the newest rated game. */
  fittedTo: string;
  ratedTo: string;
  /** Days of running seasons without a result. */
  daysBehind: number;
  /** Games rated since the artifact's last day. */
  rated: number;
  /** The date up to which results are fetched; that of the competition that is furthest behind. */
  completeTo?: string | undefined;
  /** Dates that the source does not reach back to. */
  missing?: string | undefined;
  failure?: string | undefined;
  /** Teams on sale whose ratings are too old to count. */
  staleTeams: number;
  /** Games on sale within a day, and how many of them a model prices beside the market. */
  gamesToday: number;
  modelToday: number;
  updatedAt: Date;
};
