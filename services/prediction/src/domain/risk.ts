import { type RiskLevel, riskLevels } from "@orbline/proto/constants/predictions";
import type { Sport } from "./sport.ts";

export { type RiskLevel, riskLevels };

/** Bounds of a whole bet: American odds, both included, number of legs, and the least probability to win. */
export type RiskRange = {
  from: number;
  to: number;
  minLegs: number;
  maxLegs: number;
  leastProbability: number;
};

/** The range of a sport and risk level; no pick lies outside of it. */
export const rangeOf = (sport: Sport, risk: RiskLevel): RiskRange => {
  switch (risk) {
    case "moderate":
      return sport === "nba"
        ? { from: -150, to: 250, minLegs: 1, maxLegs: 1, leastProbability: 0.2 }
        : { from: 100, to: 350, minLegs: 1, maxLegs: 1, leastProbability: 0.2 };
    case "aggressive":
      return sport === "nhl"
        ? { from: 301, to: 600, minLegs: 2, maxLegs: 3, leastProbability: 0.12 }
        : { from: 201, to: 500, minLegs: 2, maxLegs: 3, leastProbability: 0.12 };
    case "insane":
      return { from: 650, to: 3_000, minLegs: 4, maxLegs: 6, leastProbability: 0.025 };
  }
};

/** Whether American odds and a number of legs lie inside a range. */
export const isInRange = (range: RiskRange, odds: number, legs: number): boolean =>
  odds >= range.from && odds <= range.to && legs >= range.minLegs && legs <= range.maxLegs;
