import { eloUnit } from "./observe.ts";
import { ageOn, recentOn, yearsSince, type Career } from "./record.ts";
import type { Match } from "../../features/match.ts";
import type { ConditionName } from "../../types.ts";

/** Features of a bout, each the difference of both fighters, so that swapping them swaps the signs. */
export const boutFeatures = [
  "elo",
  "lean",
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

/** One feature of a bout. */
export type BoutFeature = (typeof boutFeatures)[number];

/** The condition a feature is told as; the ratings themselves are none. */
export const conditionOf: Record<BoutFeature, ConditionName | null> = {
  elo: null,
  lean: null,
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

/** Features that a feed may lack; every set of them that is missing has coefficients of its own. */
export const branchFeatures = {
  corner: ["redCorner"],
  body: ["age", "ageLate", "reach"],
  price: ["lean"],
} as const satisfies Record<string, readonly BoutFeature[]>;

/** Names of the feature groups that may be missing. */
export const branchParts = ["corner", "body", "price"] as const;

/** The coefficients to use: the parts that are known, in a fixed order. */
export type Branch = string;

/** All branches, the one that knows everything first. */
export const branches: readonly Branch[] = ["cbp", "cb", "cp", "bp", "c", "b", "p", "-"];

/** The features a branch weighs. */
export const featuresOf = (branch: Branch): BoutFeature[] => {
  const missing = new Set<BoutFeature>(
    branchParts.flatMap((part) => (branch.includes(part.charAt(0)) ? [] : branchFeatures[part])),
  );
  return boutFeatures.filter((name) => !missing.has(name));
};

/** Fighters at their best until here; from then on age costs more. */
const lateAge = 33;
const middleAge = 30;
const layoffFrom = 1.2;
const longestLayoff = 3;
/** One fighter as the features see him. */
type Form = { career: Career; day: number; age: number | null; reach: number | null };

/** One fighter's value of each feature. */
export const formOf: Record<Exclude<BoutFeature, "redCorner">, (form: Form) => number> = {
  elo: ({ career }) => career.elo / eloUnit,
  lean: ({ career }) => career.lean,
  age: ({ age }) => ((age ?? middleAge) - middleAge) / 5,
  ageLate: ({ age }) => Math.max(0, (age ?? 0) - lateAge) / 5,
  debut: ({ career }) => (career.bouts === 0 ? 1 : 0),
  layoff: ({ career, day }) =>
    Math.min(longestLayoff, Math.max(0, yearsSince(career, day) - layoffFrom)),
  layoffLong: ({ career, day }) => (yearsSince(career, day) > layoffFrom ? 1 : 0),
  winStreak: ({ career }) => Math.log(1 + Math.max(0, career.streak)),
  lossStreak: ({ career }) => Math.log(1 + Math.max(0, -career.streak)),
  activity: ({ career, day }) => recentOn(career, day).length / 3,
  knockouts: ({ career }) => career.knockoutLosses / (career.bouts + 2),
  reach: ({ reach }) => (reach ?? 0) / 10,
  experience: ({ career }) => Math.log(1 + career.bouts),
};

/** Both fighters' values behind the differences. */
export type BoutView = { home: Form; away: Form; red: number };

/** How both fighters stand before a bout. */
export const viewBout = (home: Career, away: Career, { day, bout }: Match): BoutView => {
  const red = bout.redCorner === undefined ? 0 : bout.redCorner === "home" ? 1 : -1;
  const form = (career: Career, age: number | undefined, reach: number | undefined): Form => ({
    career,
    day,
    age: ageOn(career, day, age),
    reach: reach ?? career.reach,
  });
  return {
    home: form(home, bout.homeAge, bout.homeReach),
    away: form(away, bout.awayAge, bout.awayReach),
    red,
  };
};

/** The difference of both fighters in one feature; 0 where one of them is not known. */
export const differenceIn = (name: BoutFeature, { home, away, red }: BoutView): number => {
  if (name === "redCorner") return red;
  if ((name === "age" || name === "ageLate") && (home.age === null || away.age === null)) return 0;
  if (name === "reach" && (home.reach === null || away.reach === null)) return 0;
  return formOf[name](home) - formOf[name](away);
};

/** The branch of what is known before a bout. */
export const branchOf = ({ home, away, red }: BoutView): Branch => {
  const corner = red === 0 ? "" : "c";
  const body = home.age === null || away.age === null ? "" : "b";
  const price = home.career.priced + away.career.priced === 0 ? "" : "p";
  return `${corner}${body}${price}` || "-";
};

const monthsSince = ({ career, day }: Form): number | null =>
  career.lastDay === null ? null : Math.round(yearsSince(career, day) * 12);

/** What is told of one fighter under a condition's name, in the unit of `ConditionName`. */
const told: Partial<Record<ConditionName, (form: Form) => number | null>> = {
  age: ({ age }) => age,
  reach: ({ reach }) => reach,
  layoff: monthsSince,
  experience: ({ career }) => career.bouts,
  streak: ({ career }) => career.streak,
  activity: ({ career, day }) => recentOn(career, day).length,
  knockouts: ({ career }) => career.knockoutLosses,
};

/** Both fighters' values of a condition. */
export const conditionValues = (
  name: ConditionName,
  { home, away }: BoutView,
): { home: number | null; away: number | null } => ({
  home: told[name]?.(home) ?? null,
  away: told[name]?.(away) ?? null,
});
