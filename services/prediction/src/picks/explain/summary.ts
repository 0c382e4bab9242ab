import { chanceToLose, shownPercent } from "@orbline/proto/constants/predictions";
import type { Forces } from "../../domain/prediction.ts";
import type { Candidate } from "../candidates.ts";
import type { Combination } from "../combine.ts";
import { allLegs, distanceFrom } from "./combination.ts";
import { plural, signed, type Facts } from "./facts.ts";
import { forcesOf, restName } from "./forces.ts";
import { betOnOf, correctionOf, weightOf } from "./leg.ts";
import { capitalized } from "./arguments.ts";
import type { ModelState } from "../../engine/serving/predict.ts";

/** Percentage points between our model and the market from which on the difference is the objection to a pick. */
const farApart = 2;

type Case = { combination: Combination; state: ModelState; breakEven: number };

/** Three short sentences: what speaks for the pick and against it, how likely it loses, and what its price says. */
export function summarize({ combination, state, breakEven }: Case, facts: Facts): string[] {
  const [first, ...others] = combination.legs;
  if (!first) return [];
  const both =
    others.length === 0
      ? legArguments(first, state, facts)
      : parlayArguments(combination.legs, facts);
  return [...both, priceSentence(combination, breakEven, facts)];
}

function legArguments(leg: Candidate, state: ModelState, facts: Facts): string[] {
  const forces = forcesOf(leg);
  const bars = (forces?.bars ?? []).filter(({ name }) => name !== restName);
  const [best] = bars.toSorted((a, b) => b.value - a.value);
  const [worst] = bars.toSorted((a, b) => a.value - b.value);
  const unit = forces?.unit ?? "rating";
  const pro =
    best !== undefined && best.value > 0
      ? forceText(best, unit, facts)
      : `the market gives it ${facts.percent("market probability", leg.marketProbability)}`;
  const con =
    worst !== undefined && worst.value < 0 ? `; against it: ${forceText(worst, unit, facts)}` : "";
  return [
    `For ${betOnOf(leg, leg.wager)}: ${pro}${con}.`,
    disagreement(leg, state, facts) ??
      `It loses ${facts.percent("chance to lose", chanceToLose(leg.probability))} of the time.`,
  ];
}

/** Says that our model and the market are far apart, and what our estimate makes of it. */
function disagreement(leg: Candidate, state: ModelState, facts: Facts): string | undefined {
  const { modelProbability, marketProbability, probability, game } = leg;
  const gap = shownPercent(modelProbability) - shownPercent(marketProbability);
  if (game.marketOnly || Math.abs(gap) < farApart) return undefined;
  const model = facts.percent("model probability", modelProbability);
  const market = facts.percent("market probability", marketProbability);
  const estimate = facts.percent("probability", probability);
  const because =
    weightOf(leg, state) > 0
      ? "Weighing both, our estimate is"
      : "Our estimate follows the market:";
  return `Our model alone says ${model}, the market ${market}. ${because} ${estimate}${correctionOf(leg)}.`;
}

/** A force with its signed value, as its bar is labeled: "home advantage (−37 rating points)". */
function forceText({ name, value }: Forces["bars"][number], unit: Forces["unit"], facts: Facts) {
  const label = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const say = unit === "rating" ? facts.rating : facts.points;
  const size = signed(say(`force: ${label}`, value));
  return `${label} (${size} ${unit === "rating" ? "rating " : ""}${plural(Math.abs(value), "point")})`;
}

function parlayArguments(legs: readonly Candidate[], facts: Facts): string[] {
  const sorted = legs
    .map((leg, index) => ({ leg, name: `probability of leg ${index + 1}` }))
    .toSorted((a, b) => b.leg.probability - a.leg.probability);
  const [likeliest, weakest] = [sorted[0], sorted.at(-1)];
  if (!likeliest || !weakest) return [];
  const most = facts.percent(likeliest.name, likeliest.leg.probability);
  const loses = facts.percent(
    "chance to lose the weakest leg",
    chanceToLose(weakest.leg.probability),
  );
  return [
    `Most likely leg: ${betOnOf(likeliest.leg, likeliest.leg.wager)}, ${most}.`,
    `${capitalized(allLegs(legs.length))} must win, and ${betOnOf(weakest.leg, weakest.leg.wager)} alone loses ${loses} of the time.`,
  ];
}

function priceSentence({ probability }: Combination, breakEven: number, facts: Facts): string {
  const needed = facts.percent("break-even", breakEven);
  const estimate = facts.percent("joint probability", probability);
  return `The price needs ${needed}; our estimate is ${estimate}, ${distanceFrom(breakEven, probability, facts)}.`;
}
