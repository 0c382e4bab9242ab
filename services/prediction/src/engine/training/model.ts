import type { BlendWeights } from "../market/blend.ts";
import type { Comparison, Metrics } from "../evaluation/metrics.ts";
import type { FittedComponent } from "../serving/walk.ts";
import type { Band, Sport } from "../types.ts";

/** First and last date, and number of games. */
export type Span = { from: string; to: string; games: number };

/** The fitted spread model: sd about the model's margin and about the closing line, weight beside the line. */
export type SpreadModel = { sd: number; marketSd: number; weight: number };

/** Scores of the back-test: predictions of later games by numbers fitted on earlier ones. */
export type BackTest = {
  span: Span;
  model: Metrics;
  /** Market and blend on the games that have a price, the model on the same games. */
  priced: { model: Metrics; market: Metrics; blend: Metrics } | null;
  modelAgainstMarket: Comparison | null;
  blendAgainstMarket: Comparison | null;
  bands: Band[];
};

/** Everything fitted for a sport apart from the ratings. */
export type FittedModel = {
  sport: Sport;
  span: Span;
  components: readonly FittedComponent[];
  blend: BlendWeights;
  /** Sd of margins about a closing spread, null for sports without spreads. */
  marketSd: number | null;
  spread: SpreadModel | null;
  /** Distance between the logits of model and market that four in five back-test games stay within. */
  logitRange: number;
  backTest: BackTest;
};
