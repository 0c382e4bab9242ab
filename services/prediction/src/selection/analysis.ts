import { americanOf } from "../domain/bet.ts";
import type { Wager } from "../domain/prediction.ts";
import type { ModelState } from "../model/serve.ts";
import { modelWeight } from "../model/trust.ts";
import type { Candidate } from "./candidates.ts";
import type { Combination } from "./combine.ts";
import type { Facts } from "./facts.ts";

const numberWords = ["no", "one", "two", "three", "four", "five", "six"];

/** Short name of what a wager backs. */
export const betOnOf = ({ game }: Candidate, { side }: Wager): string =>
  side === "draw" ? "Draw" : game[side];

const ratingSentence = ({ game, factors }: Candidate, facts: Facts): string => {
  const { home, away, ratingGap } = factors;
  const gap = Math.abs(ratingGap);
  if (gap < 0.05)
    return `The ratings of ${game.home} and ${game.away} are alike, at ${facts.rating("rating", home.rating)}.`;
  const [upper, lower] = ratingGap > 0 ? [home, away] : [away, home];
  const [better, worse] = ratingGap > 0 ? [game.home, game.away] : [game.away, game.home];
  return (
    `The rating of ${better} is ${facts.rating("rating gap", gap)} points above that of ${worse}, ` +
    `${facts.rating(`rating of ${better}`, upper.rating)} against ` +
    `${facts.rating(`rating of ${worse}`, lower.rating)}.`
  );
};

const homeSentence = ({ game, factors }: Candidate, facts: Facts): string[] =>
  game.neutral || Math.abs(factors.homeAdvantage) < 0.05
    ? []
    : [
        `Playing at home is worth ${facts.rating("home advantage", factors.homeAdvantage)} rating points to ${game.home}.`,
      ];

const scheduleSentence = ({ game, factors }: Candidate, facts: Facts): string[] => {
  if (Math.abs(factors.schedule) < 0.05) return [];
  const favoured = factors.schedule > 0 ? game.home : game.away;
  const worth = facts.rating("schedule", Math.abs(factors.schedule));
  const tired = factors.home.backToBack
    ? game.home
    : factors.away.backToBack
      ? game.away
      : undefined;
  const why = tired ? ` ${tired} also played the day before.` : "";
  return [`Rest and schedule add ${worth} points for ${favoured}.${why}`];
};

const formSentence = ({ game, factors }: Candidate, wager: Wager, facts: Facts): string[] => {
  if (wager.side === "draw") return [];
  const name = game[wager.side];
  const { form } = factors[wager.side];
  if (form.length < 3) return [];
  const won = form.filter((letter) => letter === "W").length;
  return [
    `${name} won ${facts.count(`recent wins of ${name}`, won)} of the last ${facts.count("recent games", form.length)}.`,
  ];
};

const marginSentence = ({ game, factors }: Candidate, facts: Facts): string[] => {
  const { expectedMargin, marginSd } = factors;
  if (expectedMargin === null || marginSd === null) return [];
  const ahead = expectedMargin >= 0 ? game.home : game.away;
  return [
    `That is an expected margin of ${facts.points("expected margin", Math.abs(expectedMargin))} points for ${ahead}, standard deviation ${facts.points("margin sd", marginSd)}.`,
  ];
};

const chanceSentence = (candidate: Candidate, state: ModelState, facts: Facts): string => {
  const model = facts.percent("model probability", candidate.modelProbability);
  const market = facts.percent("market probability", candidate.marketProbability);
  if (modelWeight(state) === 0)
    return `The model says ${model}; the market without its margin says ${market} and leads, because past games gave the model no weight beside it.`;
  const both = facts.percent("probability", candidate.probability);
  return `The model says ${model}, the market without its margin ${market}; weighed by past games that is ${both}.`;
};

const priceSentence = (candidate: Candidate, facts: Facts): string => {
  const { probability, edge, odds, book, books } = candidate;
  const p = facts.percent("probability", probability);
  const fair = facts.odds("fair odds", americanOf(1 / probability));
  const price = facts.odds("odds", odds);
  const source = books > 1 ? `the best of ${facts.count("books", books)} books, ${book},` : book;
  const verdict =
    edge >= 0
      ? `an edge of ${facts.percent("edge", edge)}`
      : `${facts.percent("edge", edge)} of the stake on average`;
  return `The fair price at ${p} is ${fair}; ${source} pays ${price}: ${verdict}.`;
};

/** Why a leg was chosen, in sentences made of the numbers that moved its probability. */
export const explainLeg = (candidate: Candidate, state: ModelState, facts: Facts): string =>
  [
    ratingSentence(candidate, facts),
    ...homeSentence(candidate, facts),
    ...scheduleSentence(candidate, facts),
    ...formSentence(candidate, candidate.wager, facts),
    ...marginSentence(candidate, facts),
    chanceSentence(candidate, state, facts),
    priceSentence(candidate, facts),
  ].join(" ");

const jointSentence = ({ legs, probability }: Combination, facts: Facts): string => {
  const joint = facts.percent("joint probability", probability);
  if (legs.length === 1) return `This bet wins ${joint} of the time by our estimate.`;
  const product = legs
    .map((leg, index) => facts.percent(`probability of leg ${index + 1}`, leg.probability))
    .join(" × ");
  const words = numberWords[legs.length] ?? String(legs.length);
  return `The ${words} games are taken as independent, so the joint probability is ${product} = ${joint}.`;
};

/** The whole bet in words: joint probability, break-even, edge against the model's own error, chance to lose. */
export const explainBet = (
  combination: Combination,
  numbers: { breakEven: number; range: { from: number; to: number } },
  facts: Facts,
): string => {
  const { odds, probability, edge, legs } = combination;
  const { breakEven, range } = numbers;
  const points = facts.points("edge in points", (probability - breakEven) * 100);
  const span = `${facts.percent("range from", range.from)} to ${facts.percent("range to", range.to)}`;
  const isInside = breakEven >= range.from && breakEven <= range.to;
  const loses = facts.percent("chance to lose", 1 - probability);
  return [
    jointSentence(combination, facts),
    `At ${facts.odds("total odds", odds)} you need ${facts.percent("break-even", breakEven)} to break even: a difference of ${points} points, ${facts.percent("total edge", edge)} of the stake.`,
    isInside
      ? `Break-even lies inside the likely range of ${span}, so the edge may be zero.`
      : `Break-even lies outside the likely range of ${span}.`,
    `This ${legs.length === 1 ? "bet" : "parlay"} loses ${loses}.`,
  ].join(" ");
};
