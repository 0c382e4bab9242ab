import type { Params } from "./rating.ts";

/** One starting pitcher's rating; entries are replaced, never changed in place. */
export type Starter = Readonly<{ strength: number; variance: number; season: number }>;

/** Seasons away after which a pitcher's rating no longer fades. */
const longestAbsence = 5;

/** A listed starter without hand and spelling variants, null when nobody is named. */
export const starterName = (listed: string | undefined): string | null => {
  const name = (listed ?? "").toUpperCase().replace(/(-[LRS])+$/, "");
  return name === "" || name === "UNDECIDED" || name === "TBD" ? null : name;
};

/** A pitcher's rating as he enters a game: season breaks pull it back and widen it. */
export const enterStarter = (
  past: Starter | undefined,
  season: number,
  params: Params,
): Starter => {
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
};
