import { mongo } from "mongoose";
import { describe, expect, it } from "vitest";
import { aLeg, aRecord } from "../testing/records.ts";
import { toDocument, toRecord } from "./prediction-schema.ts";
import { readPick, storedPickOf } from "./stored-pick.ts";

const factor = { name: "edge", value: 0.012, unit: "probability" } as const;
const legs = [
  aLeg("a", { reasoning: "One −1.5 × 2.", factors: [factor] }),
  aLeg("b", { reasoning: "Two." }),
];
const given = aRecord(legs, { reasoning: "Both.", factors: [factor, factor] });

describe("a pick as stored", () => {
  it("is read as it was given, from what the driver hands out too", () => {
    const { analysis, ...pick } = storedPickOf(given);
    expect(JSON.stringify(pick)).not.toContain("reasoning");
    const stored = new mongo.Binary(analysis as Uint8Array);
    for (const kept of [{ ...pick, analysis: stored }, storedPickOf(given)])
      expect(readPick(kept)).toEqual({ legs, reasoning: "Both.", factors: [factor, factor] });
    expect(toRecord(toDocument(given))).toMatchObject({ legs, reasoning: "Both." });
  });

  it("is written once for all who are given it", () => {
    const another = { ...given, id: "prd_2", userId: "usr_2" };
    expect(storedPickOf(another)).toBe(storedPickOf(given));
    expect(storedPickOf({ ...given, legs: [...legs] })).not.toBe(storedPickOf(given));
  });

  it("of the first format, with its sentences in its fields, is read as it was given", () => {
    const { id, settlement: _settlement, ...fields } = given;
    const dueAt = new Date("2026-11-22T21:00:00Z");
    expect(toRecord({ ...fields, _id: id, outcome: "open", dueAt })).toEqual(given);
  });

  it("has empty sentences where the analysis was not read, and those of its fields where it has such", () => {
    const { analysis: _analysis, ...pick } = storedPickOf(given);
    expect(readPick(pick)).toMatchObject({ reasoning: "", legs: [{ reasoning: "" }, {}] });
    expect(readPick({ legs })).toMatchObject({ legs });
  });
});
