import type { ObservedGame, Params } from "../../types.ts";
import { byDay } from "../../features/game.ts";
import { fitLogistic } from "../../training/logistic.ts";
import { noRatings } from "../rating.ts";
import { branches, differenceIn, featuresOf, type Branch, type Matchup } from "./features.ts";
import { coefficientName, matchupBefore } from "./rating-system.ts";
import { observeBout } from "./record.ts";

/** Ridge on standardized coefficients: the weight of about a season of bouts for each. */
const ridge = 30;

type Bout = { matchup: Matchup; happened: boolean };

/** Mean penalized loss of the branch with all features, its coefficients fitted to these rating parameters. */
export function fighterLoss(games: readonly ObservedGame[], start: number, params: Params): number {
  const bouts = boutsFrom(games, start, params);
  const [full = "-"] = branches;
  return fitBranch(bouts, full).loss / bouts.length;
}

/** The rating parameters with the coefficients of every branch. */
export function withCoefficients(
  games: readonly ObservedGame[],
  start: number,
  params: Params,
): Params {
  const bouts = boutsFrom(games, start, params);
  const named = branches.flatMap((branch) => {
    const { names, coefficients } = fitBranch(bouts, branch);
    return names.map((name, i) => [coefficientName(branch, name), coefficients[i] ?? 0] as const);
  });
  return { ...params, ...Object.fromEntries(named) };
}

/** Both fighters before every bout with a winner from `start` on, by the records of earlier days. */
function boutsFrom(games: readonly ObservedGame[], start: number, params: Params): Bout[] {
  const ratings = noRatings();
  const bouts: Bout[] = [];
  let row = 0;
  for (const day of byDay(games)) {
    for (const game of day) {
      if (row >= start && (game.homeResult === 1 || game.homeResult === 0))
        bouts.push({
          matchup: matchupBefore(ratings, game, params),
          happened: game.homeResult === 1,
        });
      row += 1;
    }
    for (const game of day) observeBout(ratings, game, params);
  }
  return bouts;
}

function fitBranch(bouts: readonly Bout[], branch: Branch) {
  const names = featuresOf(branch);
  const rows = bouts.map(({ matchup, happened }) => ({
    features: names.map((name) => differenceIn(name, matchup)),
    happened,
  }));
  return { names, ...fitLogistic(rows, ridge) };
}
