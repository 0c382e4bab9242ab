import type { FinishedResult } from "../domain/live-games/rated-result.ts";
import type { Fixture } from "../domain/slate.ts";

export type { Fixture };

/** American moneyline prices of one book or consensus; `draw` is null in two-way markets. */
export type Prices = { home: number; draw: number | null; away: number };

export type FinishedGame = Fixture & {
  result: FinishedResult;
  prices?: Prices | null | undefined;
  /** Closing spread as the home team's handicap in points; negative when home is the favorite. */
  spreadHome?: number | null | undefined;
};

/** A row of a results file. */
export type PricedGame = FinishedGame & { prices: Prices | null; spreadHome: number | null };

/** Outcome probabilities that sum to 1; `draw` is null where a draw voids the moneyline. */
export type Probabilities = { home: number; draw: number | null; away: number };

/** Latest results of a team, newest last, at most five. */
export type Form = ("W" | "D" | "L")[];

export type RestAndLoad = {
  games: number;
  lastDay: number | null;
  restDays: number | null;
  backToBack: boolean;
  /** Games in the seven days before. */
  load: number;
  pricedShare: number;
};

/** What the ratings know of a game before it starts. Days count from 1970-01-01. */
export type GameFeatures = {
  home: string;
  away: string;
  day: number;
  season: number;
  neutral: boolean;
  /** Pools in which the teams are rated: soccer league, CFB division, else "". */
  homeGroup: string;
  awayGroup: string;
  homeRest: RestAndLoad;
  awayRest: RestAndLoad;
  /** Values of the sport's schedule features, in the order of `scheduleFeatureNames`. */
  scheduleFeatures: readonly number[];
  homeStarter: string | null;
  awayStarter: string | null;
  /** Share (0–1) of the latest games that had a closing price, of the team with fewer of them. */
  pricedShare: number;
  /** UFC: age, reach and corner as far as the feed has them. */
  bout: Pick<Fixture, "homeAge" | "awayAge" | "homeReach" | "awayReach" | "redCorner">;
};

export type Observation = {
  /** Points share of the home team: 1 won, ½ drawn, 0 lost, null when the game has no result. */
  homeResult: number | null;
  /** Home margin in points or goals; in UFC 2 for a finish, 1 for a decision. */
  margin: number;
  /** Logit of the home team in the closing price without its margin; null without a price. */
  marketLogit: number | null;
  knockout: boolean;
};

export type ObservedGame = GameFeatures & Observation;

export type Params = Readonly<Record<string, number>>;

/** A forecast of one rating system. Its Elo points add up to the logit of a two-way game. */
export type Forecast = Probabilities & {
  homePoints: number;
  awayPoints: number;
  homeAdvantage: number;
  /** Elo points of schedule, starters and other conditions. */
  schedule: number;
  /** The conditions that `schedule` is made of. */
  explain: () => Condition[];
};

/** What the model knows of one team before a game; `rating` is on the Elo scale. */
export type TeamFactors = {
  rating: number;
  games: number;
  /** Days since the last game; null when unknown or more than 30. */
  restDays: number | null;
  backToBack: boolean;
  form: Form;
  /** Date of the last game behind the rating; null for a team without one. */
  ratedOn: string | null;
};

/** One condition of a game: its worth to the home team in Elo points, and both teams' values. */
export type Condition = {
  name: ConditionName;
  points: number;
  /** In the condition's unit (see `ConditionName`); null where it has none or is unknown. */
  home: number | null;
  away: number | null;
};

/** Conditions by a game's schedule; `features/schedule-features.ts` has a value for each. */
export type ScheduleFeature =
  | "bye"
  | "shortWeek"
  | "playoff"
  | "homeBackToBack"
  | "awayBackToBack"
  | "load"
  | "altitude";

/**
 * Conditions that a model may weigh. Units of their values: `starters` Elo points of the pitcher, `load` games in
 * seven days, `age` years, `reach` cm, `layoff` months since the last bout, `experience` bouts, `streak` wins in a
 * row (losses negative), `activity` bouts in 18 months, `knockouts` knockout losses. The others have no values.
 */
export type ConditionName =
  | ScheduleFeature
  | "starters"
  | "age"
  | "reach"
  | "layoff"
  | "experience"
  | "streak"
  | "activity"
  | "knockouts"
  | "redCorner";

/** The numbers behind a probability, in Elo points: ratingGap + homeAdvantage + schedule = totalPoints. */
export type Factors = {
  home: TeamFactors;
  away: TeamFactors;
  ratingGap: number;
  homeAdvantage: number;
  schedule: number;
  /** What `schedule` is made of, largest first, without conditions that are worth nothing. */
  conditions?: readonly Condition[];
  /** Share (0–1) of the teams' latest games whose closing prices the ratings have observed. */
  pricedShare?: number;
  /** 400·log10(p/(1−p)) of a two-way game. */
  totalPoints: number;
  /** Expected home margin and its standard deviation in points; null without a spread model. */
  expectedMargin: number | null;
  marginSd: number | null;
};

export type Prediction = Probabilities & { factors: Factors };

/** Probabilities of a spread bet on the home team; the away team's are mirrored. */
export type SpreadProbability = { cover: number; push: number; lose: number };

export type RatedTeam = {
  name: string;
  rating: number;
  games: number;
  lastPlayed: string;
  league: string | null;
  /** CFB division or UFC weight class of the last game, null elsewhere. */
  division: string | null;
};

export type ProbabilityRange = { low: number; high: number };
