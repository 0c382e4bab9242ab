import { expect, it } from "vitest";
import { bandAt } from "../../domain/counts/performance.ts";
import { present } from "../../testing/present.ts";
import { simulatedSeason } from "../../testing/season.ts";
import { candidatesOf, type Candidate } from "../candidates.ts";
import { explainBet } from "./combination.ts";
import { collectFacts } from "./facts.ts";

const { slates, ratings } = await simulatedSeason();
const state = ratings("nfl");
const { model } = state;
const candidates = candidatesOf(slates.current("nfl"), state);
const [moneyline, spread] = (["moneyline", "spread"] as const).map((market) =>
  present(candidates.find(({ wager, edge }) => wager.market === market && edge < 0)),
);
/** Ratings of which the model counts for the spread alone, and of which it does not count at all. */
const weighing = (weight: number) => ({
  ...state,
  model: {
    ...model,
    blend: { ...model.blend, model: 0 },
    spread: model.spread && { ...model.spread, weight },
  },
});

const written = (legs: Candidate[], weight = 0) => {
  const facts = collectFacts();
  const probability = legs.reduce((product, leg) => product * leg.probability, 1);
  const combination = { legs, odds: 150, probability, edge: probability * 2.5 - 1 };
  const chance = { breakEven: 0.4, range: { from: 0.1, to: 0.9 }, band: bandAt(probability) };
  return explainBet(combination, { state: weighing(weight), ...chance }, facts);
};
const legs = [present(moneyline), present(spread)];
const offered = legs.map((leg) => ({ ...leg, edge: 0.02, books: 5 }));

it("gives the probability to lose apart from pushes", () => {
  expect(written(legs.slice(0, 1))).toMatch(
    /^This bet loses \d+\.\d% of the time \(pushes excluded\)\.$/m,
  );
  expect(written(legs)).toMatch(/^This parlay loses \d+\.\d% of the time \(pushes excluded\)\.$/m);
});

it("says in how many legs only the market counts, unless in all", () => {
  expect(written(legs)).toContain("We use the market's probability: in back-tests");
  expect(written(legs, 0.2)).toContain("We use the market's probability in 1 of the legs: in");
  expect(written(legs.slice(1), 0.2)).not.toContain("We use the market's");
});

it("attributes an edge to the prices only where the model has no weight", () => {
  expect(written(offered)).toContain("not from our model");
  expect(written(offered, 0.2)).not.toContain("not from our model");
});
