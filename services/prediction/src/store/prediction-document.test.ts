import { expect, it } from "vitest";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { toSummaries } from "./prediction-document.ts";

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
