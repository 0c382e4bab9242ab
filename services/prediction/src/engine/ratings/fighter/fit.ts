import { branches, differenceIn, featuresOf, type Branch } from "./features.ts";
import type { BoutView } from "./features.ts";
import { learnBout } from "./observe.ts";
import { coefficientName, viewOf } from "./rating-system.ts";
import type { PlayedMatch } from "../../features/match.ts";
import { noRatings, type Params } from "../rating.ts";
import { fitRidge } from "../../training/ridge.ts";

/** Ridge on standardised coefficients: worth about a season of bouts for each. */
const ridge = 30;

type Bout = { view: BoutView; happened: boolean };

/** Walks all bouts and keeps how both fighters stood before those from `start` on that had a winner. */
const boutsFrom = (matches: readonly PlayedMatch[], start: number, params: Params): Bout[] => {
  const ratings = noRatings();
  const bouts: Bout[] = [];
  matches.forEach((match, i) => {
    if (i >= start && (match.score === 1 || match.score === 0)) {
      bouts.push({ view: viewOf(ratings, match, params), happened: match.score === 1 });
    }
    learnBout(ratings, match, params);
  });
  return bouts;
};

const fitBranch = (bouts: readonly Bout[], branch: Branch) => {
  const names = featuresOf(branch);
  const rows = bouts.map(({ view, happened }) => ({
    features: names.map((name) => differenceIn(name, view)),
    happened,
  }));
  return { names, ...fitRidge(rows, names.length, ridge) };
};

/** Mean penalised loss of the branch that knows everything, its coefficients fitted to these rating numbers. */
export const boutLoss = (
  matches: readonly PlayedMatch[],
  start: number,
  params: Params,
): number => {
  const bouts = boutsFrom(matches, start, params);
  const [full = "-"] = branches;
  return fitBranch(bouts, full).loss / bouts.length;
};

/** The rating numbers with the coefficients of every branch. */
export const withCoefficients = (
  matches: readonly PlayedMatch[],
  start: number,
  params: Params,
): Params => {
  const bouts = boutsFrom(matches, start, params);
  const named = branches.flatMap((branch) => {
    const { names, coefficients } = fitBranch(bouts, branch);
    return names.map((name, i) => [coefficientName(branch, name), coefficients[i] ?? 0] as const);
  });
  return { ...params, ...Object.fromEntries(named) };
};
