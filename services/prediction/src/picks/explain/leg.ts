import { expectedValue, shownPercent } from "@orbline/proto/constants/predictions";
import type { Wager } from "../../domain/prediction.ts";
import { type ModelState, bandOf } from "../../engine/serving/predict.ts";
import type { Candidate } from "../candidates.ts";
import { inOrder, inParagraphs } from "./arguments.ts";
import { plural, signed, type Facts } from "./facts.ts";
import { ratingLine, strengthArguments } from "./strengths.ts";
import { americanToDecimal, decimalToAmerican } from "../../domain/odds.ts";
import { daysBetween } from "../../domain/dates.ts";

export const betOnOf = ({ game }: Pick<Candidate, "game">, { side }: Wager): string =>
  side === "draw" ? "Draw" : game[side];

/** Fitted weight of the model beside the market for such a wager; with 0 only the market counts. */
export const weightOf = ({ wager }: Pick<Candidate, "wager">, state: ModelState): number =>
  wager.market === "spread" ? (state.model.spread?.weight ?? 0) : state.model.blend.model;

/** A leg in three lines (ratings, chance, price), and the rest of what moved the model's probability. */
export function explainLeg(candidate: Candidate, state: ModelState, facts: Facts): string {
  const { game, wager } = candidate;
  const isRated = !game.marketOnly;
  const lines = [
    isRated ? ratingLine(candidate, facts) : unratedLine(candidate, facts),
    chanceLine(candidate, facts),
    priceLine(candidate, facts),
  ];
  const rest = isRated
    ? [
        ...inOrder(strengthArguments(candidate, facts), wager.side),
        ...sampleSentences(candidate, state, facts),
      ]
    : [];
  return inParagraphs(lines, rest);
}

/** Why no rating counts. */
function unratedLine({ game }: Candidate, facts: Facts): string {
  const { side, ratedOn } = game.marketOnly ?? { side: game.home };
  if (ratedOn === undefined) return `Ratings: not used. No results of ${side} are known.`;
  const age = daysBetween(ratedOn, game.date);
  return `Ratings: not used. The rating of ${side} ends ${facts.days("age of the rating", age)} ${plural(age, "day")} before the game.`;
}

/** The model's probability where it has one, the market's, and ours. */
function chanceLine(candidate: Candidate, facts: Facts): string {
  const { game, modelProbability, marketProbability, probability } = candidate;
  const model = game.marketOnly
    ? ""
    : `our model alone says ${facts.percent("model probability", modelProbability)}, `;
  const market = `the market ${game.marketOnly ? "says " : ""}${facts.percent("market probability", marketProbability)}`;
  const estimate = facts.percent("probability", probability);
  return `${eventOf(candidate, facts)}: ${model}${market} (sportsbooks' cut removed). Our estimate is ${estimate}${correctionOf(candidate)}.`;
}

/**
 * Why our estimate is outside of the model and the market as they are shown: `estimatePick` moves it after blending, and
 * fitted weights can sum to more than 1. Empty where the estimate lies between them.
 */
export function correctionOf(candidate: Candidate): string {
  const { game, modelProbability, marketProbability, probability } = candidate;
  const parts = game.marketOnly ? [marketProbability] : [modelProbability, marketProbability];
  const shown = parts.map(shownPercent);
  const estimate = shownPercent(probability);
  const isBetween = estimate >= Math.min(...shown) && estimate <= Math.max(...shown);
  return isBetween ? "" : ", corrected by how such games ended before";
}

/** The event that wins the leg, e.g. "Bears to win" or "Bears −3.5". */
function eventOf(candidate: Candidate, facts: Facts): string {
  const { wager } = candidate;
  const name = betOnOf(candidate, wager);
  if (wager.market === "moneyline") return wager.side === "draw" ? name : `${name} to win`;
  const line = wager.side === "home" ? wager.line : -wager.line;
  return `${name} ${line > 0 ? "+" : ""}${facts.points("line", line)}`;
}

/** How often the model was right near this probability, on games outside of its fit. */
function sampleSentences(
  { wager, modelProbability }: Candidate,
  state: ModelState,
  facts: Facts,
): string[] {
  if (wager.market === "spread") return [];
  const { from, to, n, won } = bandOf(state, modelProbability);
  if (n === 0) return [];
  const near = `${facts.rate("calls from", from)} to ${facts.rate("calls to", to)}`;
  const share = facts.rate("calls that came true", won / n);
  const cases = `${facts.count("back-test calls", n)} ${plural(n, "case")}`;
  return [
    `In back-tests, what our model alone put at ${near} came true ${share} of the time (${cases}).`,
  ];
}

function priceLine(candidate: Candidate, facts: Facts): string {
  const { probability, odds, decimal, book } = candidate;
  const fair = facts.odds("fair odds", decimalToAmerican(1 / probability));
  const price = facts.odds("odds", odds);
  const needed = facts.percent("break-even", 1 / decimal);
  const value = signed(facts.rate("edge", expectedValue(probability, decimal)));
  return `Price: ${book} pays ${price}${otherPrices(candidate, facts)}; fair is ${fair}. Break-even is ${needed}, expected value ${value}.`;
}

/** That the price is the best one, or which book pays more: a parlay takes the book that pays most for all its legs. */
function otherPrices({ odds, books, quotes: [best] }: Candidate, facts: Facts): string {
  if (best && americanToDecimal(best.odds) > americanToDecimal(odds))
    return ` in this parlay, ${best.book} ${facts.odds("best odds", best.odds)}`;
  return books > 1 ? `, best of ${facts.count("books", books)} sportsbooks` : "";
}
