import type { Starter } from "../model.ts";
import type { Params } from "../types.ts";
import { longestAbsence } from "./rating.ts";

/** A listed starter's name without hand and spelling variants; null when none is announced. */
export function starterName(listed: string | undefined): string | null {
  const name = (listed ?? "").toUpperCase().replace(/(-[LRS])+$/, "");
  return name === "" || name === "UNDECIDED" || name === "TBD" ? null : name;
}

/** A starter's rating as the game begins: season breaks shrink and widen it. */
export function enterStarter(past: Starter | undefined, season: number, params: Params): Starter {
  const {
    starterVariance = 0.03,
    starterCarry = 0.8,
    starterSeasonNoise = 0.004,
    starterGameNoise = 0.0002,
  } = params;
  if (past === undefined) return { strength: 0, variance: starterVariance, season };
  let { strength, variance } = past;
  for (let year = Math.min(season - past.season, longestAbsence); year > 0; year -= 1) {
    strength *= starterCarry;
    variance = starterCarry ** 2 * variance + starterSeasonNoise;
  }
  return { strength, variance: variance + starterGameNoise, season: Math.max(season, past.season) };
}
