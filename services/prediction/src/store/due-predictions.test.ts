import { expect, it } from "vitest";
import { aLeg, aRecord } from "../testing/records.ts";
import { readDue } from "./due-predictions.ts";
import { toDocument } from "./prediction-schema.ts";

const stored = (id: string, change: object = {}) => ({
  ...toDocument(aRecord([aLeg("a"), aLeg("b")], { id })),
  ...change,
});

it.each([
  ["no legs", { legs: undefined }, "legs: "],
  ["a leg without its game", { legs: [{ ...aLeg("a"), gameId: undefined }] }, "legs.0.gameId: "],
  ["odds that are no price", { odds: 12 }, "odds: no American price"],
  ["an outcome of no kind", { legOutcomes: ["halved"] }, "legOutcomes.0: "],
])("a stored prediction with %s is left apart with the reason", (_name, change, reason) => {
  const { due, unreadable } = readDue([stored("prd_good"), stored("prd_bad", change)]);
  expect(due.map(({ id }) => id)).toEqual(["prd_good"]);
  expect(unreadable).toEqual([{ id: "prd_bad", reason: expect.stringContaining(reason) }]);
});
