/** The sports the engine rates, in the order of the product's selector. */
export const sports = ["soccer", "nba", "mlb", "nhl", "ufc", "nfl", "cfb"] as const;

/** One of the rated sports. */
export type Sport = (typeof sports)[number];

/** What is known of a game before it starts; UFC: home = fighter_a, always `neutral`. */
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
  /** CFB division, e.g. `fbs` or `fcs`; unknown is treated as the trained no-value branch. */
  homeDivision?: string | undefined;
  awayDivision?: string | undefined;
  /** UFC weight class, used to list fighters, not to rate them. */
  weightClass?: string | undefined;
  /** MLB listed starting pitchers; without them a side counts with its usual rotation. */
  homeStarter?: string | undefined;
  awayStarter?: string | undefined;
  /** UFC: age in years on the day; without it the one that earlier bouts told counts. */
  homeAge?: number | undefined;
  awayAge?: number | undefined;
  /** UFC: reach in cm; without it the one that earlier bouts told counts. */
  homeReach?: number | undefined;
  awayReach?: number | undefined;
  /** UFC: who has the red corner; unknown is treated by a branch trained without it. */
  redCorner?: "home" | "away" | undefined;
};

/** How a game ended: a score, or a bout's winner (`none` = no contest). */
export type Result =
  | { kind: "score"; home: number; away: number }
  | {
      kind: "bout";
      winner: "home" | "away" | "draw" | "none";
      finish: boolean;
      /** Ended by (technical) knockout. */
      knockout?: boolean | undefined;
    };

/** American moneyline prices of one book or consensus; `draw` is null for two-way markets. */
export type Prices = { home: number; draw: number | null; away: number };

/** A game with its result, and with its closing prices where they are known: they teach, once it is over. */
export type FinishedGame = Fixture & {
  result: Result;
  prices?: Prices | null | undefined;
  /** Closing spread as the home side's handicap (negative = home favoured), points. */
  spreadHome?: number | null | undefined;
};

/** A row of a results file: result, and prices where they are known. */
export type PricedGame = FinishedGame & { prices: Prices | null; spreadHome: number | null };

/** Outcome probabilities that sum to 1; `draw` is null where a draw voids the moneyline. */
export type Probabilities = { home: number; draw: number | null; away: number };

/** Last results of one side, newest last, at most five. */
export type Form = ("W" | "D" | "L")[];

/** What the model knows of one side before a game; `rating` is on the Elo scale. */
export type SideFactors = {
  rating: number;
  /** Finished games behind the rating. */
  games: number;
  /** Days since the last game, null when unknown or longer than 30 days. */
  restDays: number | null;
  /** Played the day before. */
  backToBack: boolean;
  form: Form;
  /** Date of the last game behind the rating, null for a side never seen. */
  ratedOn: string | null;
};

/** One known condition of a game: what it is worth to the home side in Elo points, and both sides' values. */
export type Condition = {
  name: ConditionName;
  points: number;
  /** In the condition's own unit (see `ConditionName`), null where it has none or it is unknown. */
  home: number | null;
  away: number | null;
};

/**
 * Conditions a model may weigh. Units of their values: `starters` Elo points of the pitcher, `load` games in
 * seven days, `age` years, `reach` cm, `layoff` months since the last bout, `experience` bouts, `streak` wins
 * (losses negative) in a row, `activity` bouts in 18 months, `knockouts` knock-out losses; the others have none.
 */
export type ConditionName =
  | "bye"
  | "shortWeek"
  | "playoff"
  | "homeBackToBack"
  | "awayBackToBack"
  | "load"
  | "altitude"
  | "starters"
  | "age"
  | "reach"
  | "layoff"
  | "experience"
  | "streak"
  | "activity"
  | "knockouts"
  | "redCorner";

/** The numbers that made a probability; Elo points add up: gap + home + rest = total. */
export type Factors = {
  home: SideFactors;
  away: SideFactors;
  ratingGap: number;
  homeAdvantage: number;
  /** Elo points from rest, schedule and other listed conditions. */
  schedule: number;
  /** What `schedule` is made of, largest first; conditions that are worth nothing are left out. */
  conditions?: readonly Condition[];
  /** Share (0–1) of the sides' latest games whose closing prices the ratings have learned from. */
  pricedShare?: number;
  /** 400·log10(p/(1−p)) of a two-way game. */
  totalPoints: number;
  /** Expected home margin in points and its sd, null where no spread model is fitted. */
  expectedMargin: number | null;
  marginSd: number | null;
};

/** A model prediction with the numbers behind it. */
export type Prediction = Probabilities & { factors: Factors };

/** Chances of a spread bet on the home side at a line; the away side's are mirrored. */
export type SpreadProbability = { cover: number; push: number; lose: number };

/** One rated side, as listed by `teams`. */
export type RatedTeam = {
  name: string;
  rating: number;
  games: number;
  lastPlayed: string;
  league: string | null;
  /** CFB division or UFC weight class of the last game, null elsewhere. */
  division: string | null;
};

/** Back-test outcomes near a probability: `n` sides given `from`–`to`, of which `won` won. */
export type Band = { from: number; to: number; n: number; won: number };

/** A closed interval of probabilities. */
export type ProbabilityRange = { low: number; high: number };
