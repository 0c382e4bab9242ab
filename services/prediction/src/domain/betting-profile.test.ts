import * as fc from "fast-check";
import { expect, it } from "vitest";
import { aLeg, aRecord } from "../testing/records.ts";
import { settledPredictions } from "../testing/settled.ts";
import { addBet, noProfile } from "./betting-profile.ts";
import type { PredictionRecord } from "./prediction.ts";

const profileOf = (records: readonly PredictionRecord[]) => records.reduce(addBet, noProfile);
const inCents = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;

it("a profile adds up to the cent, in any order, in all and by sport and risk", () => {
  fc.assert(
    fc.property(settledPredictions, (records) => {
      const profile = profileOf(records);
      expect(profileOf(records.toReversed())).toEqual(profile);
      expect(profile.settled).toBe(records.length);
      expect(profile.staked).toBe(inCents(records.map(({ stake }) => stake)));
      const profits = records.map(({ settlement }) => settlement?.profit ?? 0);
      expect(profile.profit).toBe(inCents(profits));
      for (const parts of [profile.sports, profile.risks]) {
        const lines = Object.values(parts);
        expect(inCents(lines.map(({ returned }) => returned))).toBe(profile.returned);
        expect(lines.reduce((sum, { won }) => sum + won, 0)).toBe(profile.won);
      }
    }),
    { numRuns: 60 },
  );
});

it("an open prediction changes no profile", () => {
  expect(addBet(noProfile, aRecord([aLeg("a")]))).toBe(noProfile);
});
