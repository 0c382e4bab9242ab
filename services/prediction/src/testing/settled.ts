import * as fc from "fast-check";
import { settleBet, type Outcome } from "../domain/bet.ts";
import type { Prediction } from "../domain/prediction.ts";
import { riskLevels } from "../domain/risk.ts";
import { sports } from "../domain/sport.ts";
import { aLeg, aPrediction } from "./predictions.ts";
import { parlayOdds } from "../domain/odds.ts";

const leg = fc.record({
  odds: fc.oneof(fc.integer({ min: 100, max: 900 }), fc.integer({ min: -900, max: -101 })),
  probability: fc.double({ min: 0.03, max: 0.97, noNaN: true }),
  marketProbability: fc.double({ min: 0.03, max: 0.97, noNaN: true }),
  outcome: fc.constantFrom<Outcome>("won", "won", "lost", "push", "void"),
  closing: fc.option(fc.double({ min: 0.03, max: 0.97, noNaN: true })),
  favorite: fc.constantFrom<Outcome>("won", "lost", "push"),
  day: fc.integer({ min: 1, max: 28 }),
});

/** Settled predictions of three users, all sports and risks, a few weeks, all outcomes. */
export const settledPredictions: fc.Arbitrary<Prediction[]> = fc
  .array(
    fc.record({
      user: fc.constantFrom("usr_a", "usr_b", "usr_c"),
      sport: fc.constantFrom(...sports),
      riskLevel: fc.constantFrom(...riskLevels),
      cents: fc.integer({ min: 100, max: 1_000_000 }),
      legs: fc.array(leg, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 40 },
  )
  .map((bets) =>
    bets.map(({ user, sport, riskLevel, cents, legs }, index) => {
      const stake = cents / 100;
      const odds = legs.length === 1 ? (legs[0]?.odds ?? 100) : parlayOdds(legs);
      const settledAt = new Date("2026-12-30T00:00:00Z");
      const settlement = settleBet(stake, odds, legs);
      const favorite = { side: "home", odds: -120 } as const;
      return aPrediction(
        legs.map(({ day, probability, marketProbability, odds: price }, at) =>
          aLeg(`${index}-${at}`, {
            odds: price,
            probability,
            marketProbability,
            favorite,
            startsAt: new Date(Date.UTC(2026, 10, day, 18)),
          }),
        ),
        {
          id: `prd_${index}`,
          userId: user,
          sport,
          riskLevel,
          stake,
          odds,
          legOutcomes: legs.map(({ outcome }) => outcome),
          favoriteOutcomes: legs.map((one) => one.favorite),
          closingProbabilities: legs.map(({ closing }) => closing),
          ...settlement,
          settledAt,
        },
      );
    }),
  );
