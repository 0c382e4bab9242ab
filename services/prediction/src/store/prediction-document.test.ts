import { expect, it } from "vitest";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import type { Leg, Prediction } from "../domain/prediction.ts";
import { toAnalysis, toDocument, toPrediction, toSummaries } from "./prediction-document.ts";

const stored = (_id: string, change: object = {}) => {
  const { id: _id2, ...fields } = aPrediction([aLeg("a"), aLeg("b")]);
  return { ...fields, _id, ...change };
};

it.each([
  ["no legs", { legs: undefined }, "legs: "],
  ["a leg without its game", { legs: [{ ...aLeg("a"), gameId: undefined }] }, "legs.0.gameId: "],
  ["odds that are no price", { odds: 12 }, "odds: no American price"],
  ["an outcome of no kind", { legOutcomes: ["halved"] }, "legOutcomes.0: "],
])("separates a stored prediction with %s and says why", (_name, change, reason) => {
  const { readable, unreadable } = toSummaries([stored("prd_good"), stored("prd_bad", change)]);
  expect(readable.map(({ id }) => id)).toEqual(["prd_good"]);
  expect(unreadable).toEqual([{ id: "prd_bad", reason: expect.stringContaining(reason) }]);
});

it("reads every field of a prediction back, with its analysis and without it", () => {
  const favorite = { side: "away" as const, odds: -180 };
  const forces = {
    unit: "rating" as const,
    bars: [{ name: "Rating", value: -70 }],
    model: -70,
    market: -65,
    estimate: -70,
  };
  const leg: Required<Leg> = { ...aLeg("a"), favorite, marketOnly: true, forces };
  const settledAt = new Date("2026-11-23T01:00:00Z");
  const sentences = ["Home is rated lower."];
  const prediction: Required<Prediction> = {
    ...aPrediction([leg]),
    settledAt,
    isUnread: true,
    summary: sentences,
    bet: { stake: 25, odds: 155, book: "Northgate", recordedAt: settledAt, isLate: true },
  };
  const analysis = toAnalysis(prediction);
  const document = toDocument(prediction, analysis._id);
  expect(toPrediction(document, analysis)).toEqual(prediction);

  const { reasoning: _text, factors: _factors, summary: _sentences, ...summary } = prediction;
  const { reasoning: _legText, factors: _legFactors, forces: _forces, ...legSummary } = leg;
  expect(toSummaries([document]).readable).toEqual([{ ...summary, legs: [legSummary] }]);
});

/** An open prediction as the first release stores it. Later fields do not belong here: they have to be optional. */
const oldDocument = {
  _id: "prd_old",
  userId: "usr_1",
  createdAt: new Date("2026-11-21T12:00:00Z"),
  sport: "nfl",
  riskLevel: "moderate",
  stake: 100,
  requestCount: 1,
  modelVersion: "nfl-1",
  slate: {
    kind: "simulated",
    label: "Simulated slate",
    snapshotId: "simulated:nfl:1",
    pricedAt: new Date("2026-11-21T12:00:00Z"),
  },
  legs: [
    {
      gameId: "a",
      game: "Home vs Away",
      betOn: "Home",
      opponent: "Away",
      betType: "Moneyline",
      wager: { market: "moneyline", side: "home" },
      odds: 150,
      startsAt: new Date("2026-11-22T18:00:00Z"),
      endsAt: new Date("2026-11-22T21:00:00Z"),
      book: "Northgate",
      modelProbability: 0.4,
      marketProbability: 0.4,
      probability: 0.4,
      edge: 0,
      reasoning: "The ratings are alike.",
      factors: [{ name: "Chance", value: 0.4, unit: "probability" }],
    },
  ],
  odds: 150,
  probability: 0.4,
  breakEven: 0.4,
  edge: 0,
  range: { from: 0.3, to: 0.5 },
  band: { from: 0.35, to: 0.4, n: 100, won: 38 },
  reasoning: "We put the chance of this bet at 40.0%.",
  factors: [],
  outcome: "open",
  returned: 0,
  profit: 0,
  legOutcomes: ["open"],
  favoriteOutcomes: ["open"],
  closingProbabilities: [null],
};

it("reads predictions that the first release stored", () => {
  const { id, reasoning } = toPrediction(oldDocument as never, null);
  expect([id, reasoning]).toEqual(["prd_old", oldDocument.reasoning]);
  expect(toSummaries([oldDocument])).toMatchObject({
    readable: [{ id: "prd_old" }],
    unreadable: [],
  });
});
