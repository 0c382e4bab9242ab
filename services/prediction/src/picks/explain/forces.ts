import type { Forces } from "../../domain/prediction.ts";
import { logit, sum } from "../../domain/math.ts";
import { hasDraw } from "../../domain/sport.ts";
import { clamp, normalQuantile } from "../../engine/math.ts";
import { pointsPerLogit, probitSlope } from "../../engine/ratings/rating.ts";
import type { Candidate } from "../candidates.ts";
import { namedConditions } from "./conditions.ts";
import { shownGap } from "./strengths.ts";

/** Name of the bar for what no other bar names. */
export const restName = "Everything else";

type Bars = Forces["bars"];

/** Below this many rating points the scale from rating points to points is that of an even game. */
const nearEven = 1;

/**
 * What moved the model's number of a leg, as bars that add up to it: in rating points for a moneyline, in points beyond
 * the line for a spread. A draw and a leg that follows the market alone have none.
 */
export function forcesOf(candidate: Candidate): Forces | undefined {
  const { game, wager } = candidate;
  if (game.marketOnly || wager.side === "draw") return undefined;
  return wager.market === "spread" ? spreadForces(candidate, wager) : ratingForces(candidate);
}

/** Bars of a moneyline in whole rating points; 400 of them are odds of ten to one (Elo 1978). */
function ratingForces(candidate: Candidate): Forces {
  const points = (p: number) => whole(pointsPerLogit * logit(clamp(p)));
  const model = points(candidate.modelProbability);
  const named = strengths(candidate).map(({ name, value }) => ({ name, value: whole(value) }));
  const { factors, wager } = candidate;
  const total = (wager.side === "away" ? -1 : 1) * factors.totalPoints;
  // Where a draw is priced, it takes its chance from both sides.
  const draw = hasDraw(candidate.game.sport)
    ? [{ name: "Chance of a draw", value: model - whole(total) }]
    : [];
  return {
    unit: "rating",
    bars: withRest([...named, ...draw], model, whole),
    model,
    market: points(candidate.marketProbability),
    estimate: points(candidate.probability),
  };
}

/** Bars of a spread: the expected margin split like the rating points behind it, and the line. */
function spreadForces(
  candidate: Candidate,
  wager: { side: "home" | "away"; line: number },
): Forces | undefined {
  const { expectedMargin, marginSd, totalPoints } = candidate.factors;
  if (expectedMargin === null || marginSd === null) return undefined;
  const points = (p: number) => tenths(marginSd * normalQuantile(p));
  const scale =
    Math.abs(totalPoints) < nearEven
      ? marginSd / (probitSlope * pointsPerLogit)
      : expectedMargin / totalPoints;
  const named = strengths(candidate).map(({ name, value }) => ({
    name,
    value: tenths(value * scale),
  }));
  const line = wager.side === "home" ? wager.line : -wager.line;
  const model = points(candidate.modelProbability);
  return {
    unit: "points",
    bars: withRest([...named, { name: "The line", value: line }], model, tenths),
    model,
    market: points(candidate.marketProbability),
    estimate: points(candidate.probability),
  };
}

/** The named forces in rating points in favor of the pick, as sentences name them. */
function strengths(candidate: Candidate): Bars {
  const { game, factors, wager } = candidate;
  const sign = wager.side === "away" ? -1 : 1;
  const home = game.neutral ? 0 : factors.homeAdvantage;
  return [
    { name: "Ratings", value: shownGap(factors) },
    { name: "Home advantage", value: home },
    ...namedConditions(candidate).map(({ label, points }) => ({ name: label, value: points })),
  ].map(({ name, value }) => ({ name, value: sign * value }));
}

/** The bars that are not zero, with what they lack to the total. */
function withRest(bars: Bars, total: number, round: (value: number) => number): Bars {
  const rest = round(total - sum(bars.map(({ value }) => value)));
  return [...bars, { name: restName, value: rest }].filter(({ value }) => value !== 0);
}

// Halves are rounded away from zero, as sentences round sizes. Adding 0 turns −0 into 0.
const whole = (value: number) => Math.sign(value) * Math.round(Math.abs(value)) + 0;
const tenths = (value: number) => Number(value.toFixed(1)) + 0;
