import * as fc from "fast-check";
import { expect, it } from "vitest";
import { aLeg, aPrediction } from "../../testing/predictions.ts";
import { settledPredictions } from "../../testing/settled.ts";
import { addToProfile, noProfile } from "./betting-profile.ts";
import type { Prediction } from "../prediction.ts";

const profileOf = (records: readonly Prediction[]) => records.reduce(addToProfile, noProfile);
const inCents = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;

it("sums a profile to the cent in any order, in all and by sport and risk level", () => {
  fc.assert(
    fc.property(settledPredictions, (records) => {
      const profile = profileOf(records);
      expect(profileOf(records.toReversed())).toEqual(profile);
      expect(profile.settled).toBe(records.length);
      expect(profile.staked).toBe(inCents(records.map(({ stake }) => stake)));
      const profits = records.map(({ profit }) => profit);
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

it("leaves a profile unchanged by an open prediction", () => {
  expect(addToProfile(noProfile, aPrediction([aLeg("a")]))).toBe(noProfile);
});
