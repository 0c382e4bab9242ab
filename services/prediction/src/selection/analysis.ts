import { americanOf } from "../domain/bet.ts";
import type { Wager } from "../domain/prediction.ts";
import type { SlateGame } from "../domain/slate.ts";
import type { ModelState } from "../model/serve.ts";
import { modelWeight } from "../model/trust.ts";
import type { Candidate } from "./candidates.ts";
import type { Facts } from "./facts.ts";
import { strengthSentences } from "./strengths.ts";

/** Short name of what a wager backs. */
export const betOnOf = ({ game }: Candidate, { side }: Wager): string =>
  side === "draw" ? "Draw" : game[side];

/** What has to happen, e.g. "a win of the Bears" or "the Bears at −3.5". */
const eventOf = (candidate: Candidate, facts: Facts): string => {
  const { wager } = candidate;
  const name = betOnOf(candidate, wager);
  if (wager.market === "moneyline") return wager.side === "draw" ? "a draw" : `a win of ${name}`;
  const line = wager.side === "home" ? wager.line : -wager.line;
  return `${name} at ${line > 0 ? "+" : ""}${facts.points("line", line)}`;
};

const weightOf = ({ game, wager }: Candidate, state: ModelState): number => {
  if (game.marketOnly) return 0;
  return wager.market === "spread" ? (state.model.spread?.weight ?? 0) : modelWeight(state);
};

const marketOnlySentence = (
  { date }: SlateGame,
  { side, ratedOn }: NonNullable<SlateGame["marketOnly"]>,
  facts: Facts,
): string => {
  const age = Math.round((Date.parse(date) - Date.parse(ratedOn)) / 86_400_000);
  const days = facts.days(`age of the rating of ${side}`, age);
  return `Market only: the last result behind the rating of ${side} is ${days} days old, so the model's figure does not count.`;
};

const chanceSentence = (candidate: Candidate, state: ModelState, facts: Facts): string => {
  const event = eventOf(candidate, facts);
  const model = facts.percent("model probability", candidate.modelProbability);
  const market = facts.percent("market probability", candidate.marketProbability);
  const { game } = candidate;
  if (game.marketOnly)
    return (
      `For ${event} the model alone says ${model} and the market, freed of its margin, ${market}. ` +
      marketOnlySentence(game, game.marketOnly, facts)
    );
  if (weightOf(candidate, state) === 0)
    return (
      `For ${event} the model alone says ${model} and the market, freed of its margin, ${market}. ` +
      `The market's figure counts, because on past games the model added nothing to it.`
    );
  const both = facts.percent("probability", candidate.probability);
  return (
    `For ${event} the model alone says ${model} and the market, freed of its margin, ${market}; ` +
    `weighed by how both did on past games that is ${both}.`
  );
};

const valueOf = (edge: number, facts: Facts): string => {
  const value = facts.percent("edge", Math.abs(edge));
  if (edge > 0) return `${value} of the stake more than it costs`;
  return edge < 0 ? `${value} of the stake less than it costs` : "exactly what it costs";
};

const priceSentences = (candidate: Candidate, state: ModelState, facts: Facts): string[] => {
  const { probability, edge, odds, book, books } = candidate;
  const p = facts.percent("probability", probability);
  const fair = facts.odds("fair odds", americanOf(1 / probability));
  const price = facts.odds("odds", odds);
  const source = books > 1 ? `the best of ${facts.count("books", books)} books, ${book},` : book;
  const found = edge > 0 && books > 1 && weightOf(candidate, state) === 0;
  return [
    `A fair price at ${p} is ${fair}; ${source} pays ${price}, which on average returns ${valueOf(edge, facts)}.`,
    ...(found
      ? ["That comes from one book standing off the others, not from anything the model found."]
      : []),
  ];
};

/** Why a leg was chosen, in sentences made of the numbers behind its probability and its price. */
export const explainLeg = (candidate: Candidate, state: ModelState, facts: Facts): string =>
  [
    ...strengthSentences(candidate, facts),
    chanceSentence(candidate, state, facts),
    ...priceSentences(candidate, state, facts),
  ].join(" ");
