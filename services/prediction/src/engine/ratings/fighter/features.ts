import type { FighterRecord } from "../../model.ts";
import type { Condition, ConditionName, GameFeatures } from "../../types.ts";
import { pointsPerLogit } from "../rating.ts";
import { ageOn, recentOn, yearsSince } from "./record.ts";

/** Features of a bout: each is the difference of both fighters, so that swapping them swaps the signs. */
const fighterFeatures = [
  "elo",
  "marketStrength",
  "age",
  "ageLate",
  "debut",
  "layoff",
  "layoffLong",
  "winStreak",
  "lossStreak",
  "activity",
  "knockouts",
  "reach",
  "experience",
  "redCorner",
] as const;
export type FighterFeature = (typeof fighterFeatures)[number];

/** The condition as which a feature is shown; the features that are ratings are none. */
export const conditionOf: Partial<Record<FighterFeature, ConditionName>> = {
  age: "age",
  ageLate: "age",
  debut: "experience",
  layoff: "layoff",
  layoffLong: "layoff",
  winStreak: "streak",
  lossStreak: "streak",
  activity: "activity",
  knockouts: "knockouts",
  reach: "reach",
  experience: "experience",
  redCorner: "redCorner",
};

/** Groups of features that a feed may lack, by their letter in a branch. */
const optionalFeatures: Readonly<Record<string, readonly FighterFeature[]>> = {
  c: ["redCorner"],
  b: ["age", "ageLate", "reach"],
  p: ["marketStrength"],
};

/** The letters of the optional features that are known; each branch has coefficients of its own. */
export type Branch = string;

/** Every branch, the one with all features first. */
export const branches: readonly Branch[] = ["cbp", "cb", "cp", "bp", "c", "b", "p", "-"];

export function featuresOf(branch: Branch): FighterFeature[] {
  const missing = Object.entries(optionalFeatures).flatMap(([letter, features]) =>
    branch.includes(letter) ? [] : features,
  );
  return fighterFeatures.filter((name) => !missing.includes(name));
}

/** Age in years from which every further year costs more. */
const lateAge = 33;
const middleAge = 30;
/** Years without a bout from which they count as a layoff, and from which more of them count no further. */
const layoffFrom = 1.2;
const longestLayoff = 3;

type Fighter = { record: FighterRecord; day: number; age: number | null; reach: number | null };

/** One fighter's value of each feature; ages count in steps of five years, reaches of 10 cm. */
export const valueOf: Record<Exclude<FighterFeature, "redCorner">, (fighter: Fighter) => number> = {
  elo: ({ record }) => record.elo / pointsPerLogit,
  marketStrength: ({ record }) => record.marketStrength,
  age: ({ age }) => ((age ?? middleAge) - middleAge) / 5,
  ageLate: ({ age }) => Math.max(0, (age ?? 0) - lateAge) / 5,
  debut: ({ record }) => (record.bouts === 0 ? 1 : 0),
  layoff: ({ record, day }) =>
    Math.min(longestLayoff, Math.max(0, yearsSince(record, day) - layoffFrom)),
  layoffLong: ({ record, day }) => (yearsSince(record, day) > layoffFrom ? 1 : 0),
  winStreak: ({ record }) => Math.log(1 + Math.max(0, record.streak)),
  lossStreak: ({ record }) => Math.log(1 + Math.max(0, -record.streak)),
  activity: ({ record, day }) => recentOn(record, day).length / 3,
  knockouts: ({ record }) => record.knockoutLosses / (record.bouts + 2),
  reach: ({ reach }) => (reach ?? 0) / 10,
  experience: ({ record }) => Math.log(1 + record.bouts),
};

/** Both fighters before a bout; `red` is 1 for home, −1 for away, 0 when unknown. */
export type Matchup = { home: Fighter; away: Fighter; red: number };

export function matchupOf(
  home: FighterRecord,
  away: FighterRecord,
  { day, bout }: GameFeatures,
): Matchup {
  const red = bout.redCorner === undefined ? 0 : bout.redCorner === "home" ? 1 : -1;
  const fighter = (
    record: FighterRecord,
    age: number | undefined,
    reach: number | undefined,
  ): Fighter => ({ record, day, age: ageOn(record, day, age), reach: reach ?? record.reach });
  return {
    home: fighter(home, bout.homeAge, bout.homeReach),
    away: fighter(away, bout.awayAge, bout.awayReach),
    red,
  };
}

/** Difference of both fighters in one feature; 0 where it is unknown for one of them. */
export function differenceIn(name: FighterFeature, { home, away, red }: Matchup): number {
  if (name === "redCorner") return red;
  if ((name === "age" || name === "ageLate") && (home.age === null || away.age === null)) return 0;
  if (name === "reach" && (home.reach === null || away.reach === null)) return 0;
  return valueOf[name](home) - valueOf[name](away);
}

/** The branch of the features that are known before a bout. */
export function branchOf({ home, away, red }: Matchup): Branch {
  const corner = red === 0 ? "" : "c";
  const body = home.age === null || away.age === null ? "" : "b";
  const price = home.record.priced + away.record.priced === 0 ? "" : "p";
  return `${corner}${body}${price}` || "-";
}

/** A fighter's value of a condition, in the unit of `ConditionName`. */
const conditionValue: Partial<Record<ConditionName, (fighter: Fighter) => number | null>> = {
  age: ({ age }) => age,
  reach: ({ reach }) => reach,
  layoff: ({ record, day }) =>
    record.lastDay === null ? null : Math.round(yearsSince(record, day) * 12),
  experience: ({ record }) => record.bouts,
  streak: ({ record }) => record.streak,
  activity: ({ record, day }) => recentOn(record, day).length,
  knockouts: ({ record }) => record.knockoutLosses,
};

export const conditionValues = (
  name: ConditionName,
  { home, away }: Matchup,
): Pick<Condition, "home" | "away"> => ({
  home: conditionValue[name]?.(home) ?? null,
  away: conditionValue[name]?.(away) ?? null,
});
