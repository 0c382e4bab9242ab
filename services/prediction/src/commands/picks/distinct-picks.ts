import { isCounted, type Outcome } from "../../domain/bet.ts";
import type { Wager } from "../../domain/prediction.ts";
import { rangeOf, riskLevels, type RiskLevel } from "../../domain/risk.ts";
import { legOutcome } from "../../domain/settle.ts";
import type { GameResult, Slate } from "../../domain/slate.ts";
import { hasDraw, type Sport } from "../../domain/sport.ts";
import type { ModelState } from "../../engine/serving/predict.ts";
import { candidatesOf } from "../../picks/candidates.ts";
import { type Combination, rankPicks } from "../../picks/combine.ts";
import { goodPicks } from "../../picks/slate-picks.ts";

/** A pick that was won or lost, and the estimate it was made with. */
export type PastPick = {
  sport: Sport;
  risk: RiskLevel;
  /** The slate that it was picked from. */
  slate: string;
  odds: number;
  probability: number;
  won: boolean;
  legs: PastLeg[];
};

export type PastLeg = { gameId: string; wager: Wager; probability: number; outcome: Outcome };

/** Equal bets of several picks and slates have equal keys. */
export const keyOf = ({ gameId, wager }: Pick<PastLeg, "gameId" | "wager">): string =>
  [gameId, ...Object.values(wager)].join("/");

/**
 * Returns the picks of a slate that users can get, for every risk level. A pick that an earlier slate has returned is
 * left out, and so is one with a leg that was pushed or void.
 */
export function distinctPicks(): (slate: Slate, state: ModelState, results: Results) => PastPick[] {
  const seen = new Set<string>();
  return (slate, state, results) => {
    const candidates = candidatesOf(slate, state);
    return riskLevels.flatMap((risk) =>
      rankPicks(candidates, rangeOf(slate.sport, risk))
        .slice(0, goodPicks)
        .flatMap((combination) => {
          const pick = settled(combination, slate, results);
          const key = [risk, ...pick.legs.map(keyOf).toSorted()].join(" ");
          if (seen.has(key)) return [];
          seen.add(key);
          const isDecided = pick.legs.every(({ outcome }) => isCounted(outcome));
          return isDecided ? [{ ...pick, risk }] : [];
        }),
    );
  };
}

/** The result of a game by its id. */
export type Results = (gameId: string) => GameResult;

function settled(
  { legs, odds, probability }: Combination,
  { sport, snapshotId }: Slate,
  results: Results,
): Omit<PastPick, "risk"> {
  const past = legs.map(({ game, wager, probability: ofLeg }) => ({
    gameId: game.id,
    wager,
    probability: ofLeg,
    outcome: legOutcome(wager, results(game.id), { drawIsPriced: hasDraw(sport) }),
  }));
  const won = past.every(({ outcome }) => outcome === "won");
  return { sport, slate: snapshotId, odds, probability, won, legs: past };
}
