import type { RiskLevel } from "../domain/risk.ts";
import { rangeOf } from "../domain/risk.ts";
import type { Sport } from "../domain/sport.ts";
import type { ModelState } from "../model/serve.ts";
import type { Picks, Slates } from "../use-cases/ports.ts";
import { candidatesOf, type Candidate } from "./candidates.ts";
import { rankPicks, type Combination } from "./combine.ts";
import { toPick } from "./to-pick.ts";

/** How many of the ranked picks count as good enough to be drawn from. */
const goodPicks = 40;

type Pool = { snapshotId: string; candidates: Candidate[]; ranked: Map<RiskLevel, Combination[]> };

/** Multiplicative hashing (Knuth, TAOCP 3, 6.4) of a number, so that neighbouring seeds draw far apart. */
const scatter = (seed: number, size: number): number =>
  Math.floor((((Math.abs(seed) * 2_654_435_761) % 4_294_967_296) / 4_294_967_296) * size);

/**
 * Picks from the current slates. Pools are built once per slate and risk and kept until the slate changes;
 * a request looks one up and writes its analysis.
 */
export const slatePicks = ({
  slates,
  ratings,
}: {
  slates: Slates;
  /** Ratings as the slate's own day knows them. */
  ratings: (sport: Sport) => ModelState;
}): Picks => {
  const pools = new Map<Sport, Pool>();

  const poolOf = (sport: Sport) => {
    const slate = slates.current(sport);
    const state = ratings(sport);
    let pool = pools.get(sport);
    if (pool?.snapshotId !== slate.snapshotId) {
      pool = {
        snapshotId: slate.snapshotId,
        candidates: candidatesOf(slate, state),
        ranked: new Map(),
      };
      pools.set(sport, pool);
    }
    return { pool, slate, state };
  };

  return {
    choose: ({ sport, riskLevel, n, seed }) => {
      const { pool, slate, state } = poolOf(sport);
      let ranked = pool.ranked.get(riskLevel);
      if (!ranked) {
        ranked = rankPicks(pool.candidates, rangeOf(sport, riskLevel));
        pool.ranked.set(riskLevel, ranked);
      }
      const size = Math.min(ranked.length, goodPicks);
      const start = seed === undefined ? 0 : scatter(seed, size);
      const combination = ranked[(start + n - 1) % ranked.length];
      if (!combination) return undefined;
      return { pick: toPick(combination, state), slate, modelVersion: state.version };
    },
  };
};
