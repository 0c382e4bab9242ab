import type { SlateGame } from "../../domain/slate.ts";
import type { Wager } from "../../domain/prediction.ts";
import { type ModelState, bandOf } from "../../engine/serving/predict.ts";
import type { Candidate } from "../candidates.ts";
import { inOrder } from "./arguments.ts";
import { plural, signed, type Facts } from "./facts.ts";
import { strengthArguments } from "./strengths.ts";
import { decimalToAmerican } from "../../domain/odds.ts";
import { daysBetween } from "../../domain/dates.ts";
import { shownPercent } from "@orbline/proto/constants/predictions";

export const betOnOf = ({ game }: Pick<Candidate, "game">, { side }: Wager): string =>
  side === "draw" ? "Draw" : game[side];

/** Fitted weight of the model beside the market for such a wager; with 0 only the market counts. */
export const weightOf = ({ wager }: Pick<Candidate, "wager">, state: ModelState): number =>
  wager.market === "spread" ? (state.model.spread?.weight ?? 0) : state.model.blend.model;

export const explainLeg = (candidate: Candidate, state: ModelState, facts: Facts): string =>
  [
    ...(candidate.game.marketOnly
      ? marketSentences(candidate, candidate.game.marketOnly, facts)
      : [
          ...inOrder(strengthArguments(candidate, facts), candidate.wager.side),
          ...chanceSentences(candidate, state, facts),
          ...sampleSentences(candidate, state, facts),
        ]),
    ...priceSentences(candidate, facts),
  ].join(" ");

/** Without a rating that counts, only the market is left to speak of. */
function marketSentences(
  candidate: Candidate,
  { side, ratedOn }: NonNullable<SlateGame["marketOnly"]>,
  facts: Facts,
): string[] {
  const market = facts.percent("market probability", candidate.marketProbability);
  const age = ratedOn === undefined ? 0 : daysBetween(ratedOn, candidate.game.date);
  const why =
    ratedOn === undefined
      ? `no results of ${side} are known`
      : `the rating of ${side} ends ${facts.days("age of the rating", age)} ${plural(age, "day")} before the game`;
  return [
    `Market only: ${why}.`,
    `Market gives ${eventOf(candidate, facts)} ${market}, without the sportsbooks' cut.`,
  ];
}

/** Both probabilities, and what our estimate makes of a difference between them. */
function chanceSentences(candidate: Candidate, state: ModelState, facts: Facts): string[] {
  const { modelProbability, marketProbability, probability } = candidate;
  const model = facts.percent("model probability", modelProbability);
  const market = facts.percent("market probability", marketProbability);
  const agree = shownPercent(modelProbability) === shownPercent(marketProbability);
  const both = `Model alone gives ${eventOf(candidate, facts)} ${model}, ${agree ? "and" : "but"} Market ${market} without the sportsbooks' cut.`;
  const estimate = facts.percent("probability", probability);
  if (weightOf(candidate, state) > 0)
    return [both, `Weighted by how both did on past games, our estimate is ${estimate}.`];
  return candidate.wager.market === "spread"
    ? [both, "Our estimate follows Market."]
    : [both, `Our estimate follows Market, corrected by how often such picks won: ${estimate}.`];
}

/** The event that wins the leg, e.g. "a win of the Bears" or "the Bears at −3.5". */
function eventOf(candidate: Candidate, facts: Facts): string {
  const { wager } = candidate;
  const name = betOnOf(candidate, wager);
  if (wager.market === "moneyline") return wager.side === "draw" ? "a draw" : `a win of ${name}`;
  const line = wager.side === "home" ? wager.line : -wager.line;
  return `${name} at ${line > 0 ? "+" : ""}${facts.points("line", line)}`;
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
  const near = `${facts.percent("calls from", from)} to ${facts.percent("calls to", to)}`;
  const share = facts.percent("calls that came true", won / n);
  const cases = `${facts.count("back-test calls", n)} ${plural(n, "case")}`;
  return [
    `In back-tests, what Model alone put at ${near} came true ${share} of the time (${cases}).`,
  ];
}

function priceSentences(candidate: Candidate, facts: Facts): string[] {
  const { probability, edge, odds, decimal, book, books } = candidate;
  const fair = facts.odds("fair odds", decimalToAmerican(1 / probability));
  const price = facts.odds("odds", odds);
  const of = books > 1 ? `, the best of ${facts.count("books", books)} books` : "";
  const needed = facts.percent("break-even", 1 / decimal);
  return [
    `${book} pays ${price}${of}; the fair price is ${fair}.`,
    `The pick needs ${needed} to break even. Expected value: ${signed(facts.percent("edge", edge))} of the stake.`,
  ];
}
