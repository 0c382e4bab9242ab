import type { SlateGame } from "../../domain/slate.ts";
import type { Wager } from "../../domain/prediction.ts";
import { type ModelState, bandOf } from "../../engine/serving/predict.ts";
import type { Candidate } from "../candidates.ts";
import type { Facts } from "./facts.ts";
import { strengthSentences } from "./strengths.ts";
import { decimalToAmerican } from "../../domain/odds.ts";
import { daysBetween } from "../../domain/dates.ts";

export const betOnOf = ({ game }: Candidate, { side }: Wager): string =>
  side === "draw" ? "Draw" : game[side];

/** Fitted weight of the model beside the market for such a wager; with 0 only the market counts. */
export const weightOf = ({ wager }: Candidate, state: ModelState): number =>
  wager.market === "spread" ? (state.model.spread?.weight ?? 0) : state.model.blend.model;

export const explainLeg = (candidate: Candidate, state: ModelState, facts: Facts): string =>
  [
    ...(candidate.game.marketOnly
      ? marketSentences(candidate, candidate.game.marketOnly, facts)
      : [
          ...strengthSentences(candidate, facts),
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
  const why =
    ratedOn === undefined
      ? `no results of ${side} are known`
      : `the rating of ${side} ends ${facts.days("age of the rating", daysBetween(ratedOn, candidate.game.date))} days before the game`;
  return [
    `Market only: ${why}.`,
    `For ${eventOf(candidate, facts)} the market without its margin says ${market}.`,
  ];
}

function chanceSentences(candidate: Candidate, state: ModelState, facts: Facts): string[] {
  const event = eventOf(candidate, facts);
  const model = facts.percent("model probability", candidate.modelProbability);
  const market = facts.percent("market probability", candidate.marketProbability);
  const both = `For ${event} the model says ${model}, the market without its margin ${market}.`;
  if (weightOf(candidate, state) === 0) return [both];
  const weighed = facts.percent("probability", candidate.probability);
  return [both, `Weighted by how both did on past games, that is ${weighed}.`];
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
  return [
    `Of ${facts.count("back-test calls", n)} calls at ${near} in its back-test, ${share} came true.`,
  ];
}

function priceSentences(candidate: Candidate, facts: Facts): string[] {
  const { probability, edge, odds, decimal, book, books } = candidate;
  const fair = facts.odds("fair odds", decimalToAmerican(1 / probability));
  const price = facts.odds("odds", odds);
  const of = books > 1 ? `, the best of ${facts.count("books", books)} books` : "";
  const needed = facts.percent("break-even", 1 / decimal);
  const value = `${facts.percent("edge", Math.abs(edge))} of the stake`;
  return [
    `Fair odds are ${fair}; ${book} pays ${price}${of}.`,
    `It breaks even at ${needed}: an average ${edge >= 0 ? "gain" : "loss"} of ${value}.`,
  ];
}
