import { createHash } from "node:crypto";
import { bandAt } from "../domain/performance.ts";
import type { Pick } from "../domain/prediction.ts";
import { rangeOf, riskLevels, type RiskLevel } from "../domain/risk.ts";
import type { Slate } from "../domain/slate.ts";
import { sports, type Sport } from "../domain/sport.ts";
import type { ModelState } from "../engine/serving/predict.ts";
import type { PastBands, Picks, Slates } from "../use-cases/ports.ts";
import { candidatesOf, type Candidate } from "./candidates.ts";
import { rankPicks, type Combination } from "./combine.ts";
import { toPick } from "./to-pick.ts";

/** How many of the ranked picks count as good enough to be drawn from. */
const goodPicks = 40;
/** So many draws in a row are distinct, whatever their seeds. */
const strata = 8;

type RankedPick = { combination: Combination; pick?: Pick; revision?: object };
type Pool = {
  snapshotId: string;
  candidates: Candidate[];
  ranked: Map<RiskLevel, RankedPick[]>;
};

const uniformOf = (seed: number): number =>
  createHash("sha256").update(String(seed)).digest().readUInt32LE(0) / 2 ** 32;

/** Place of the n-th pick; beyond the last one it starts over. */
const inOrder = (n: number, size: number): number => (n - 1) % size;

/** Place of a pick drawn among the good ones; the n-th draws from a stratum of its own. */
const drawn = (n: number, seed: number, size: number): number => {
  const good = Math.min(size, goodPicks);
  const count = Math.min(strata, good);
  const stratum = (n - 1) % count;
  const depth = Math.ceil((good - stratum) / count);
  return stratum + count * Math.floor(uniformOf(seed) * depth);
};

/** No prediction was ever settled. */
export const nothingPast: PastBands = {
  revision: () => nothingPast,
  bandOf: (_of, probability) => bandAt(probability),
};

/**
 * Picks from the current slates. Pools are built once per slate and risk and kept until the slate changes;
 * a request looks one up, and the first to be given a pick writes its analysis.
 */
export const slatePicks = ({
  slates,
  ratings,
  past = nothingPast,
}: {
  slates: Slates;
  /** Ratings as the slate's own day knows them. */
  ratings: (sport: Sport) => ModelState;
  /** What the analysis says of earlier predictions. */
  past?: PastBands;
}): Picks & { warm: () => Promise<void> } => {
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

  const rankedOf = ({ candidates, ranked }: Pool, sport: Sport, risk: RiskLevel) => {
    const known = ranked.get(risk);
    if (known) return known;
    const picks = rankPicks(candidates, rangeOf(sport, risk)).map((combination) => ({
      combination,
    }));
    ranked.set(risk, picks);
    return picks;
  };

  /** The pick with its analysis, written anew only when the record has changed. */
  const written = (place: RankedPick, slate: Slate, state: ModelState): Pick => {
    const revision = past.revision();
    if (place.pick && place.revision === revision) return place.pick;
    const bandOf = (probability: number) => past.bandOf(slate, probability);
    const pick = toPick(place.combination, { state, bandOf });
    Object.assign(place, { pick, revision });
    return pick;
  };

  return {
    choose: ({ sport, riskLevel, n, seed }) => {
      const { pool, slate, state } = poolOf(sport);
      const ranked: RankedPick[] = rankedOf(pool, sport, riskLevel);
      const size = ranked.length;
      const place = ranked[seed === undefined ? inOrder(n, size) : drawn(n, seed, size)];
      if (!place) return { kind: "none", reason: slate.games.length === 0 ? "no-games" : "no-fit" };
      const pick = written(place, slate, state);
      return { kind: "chosen", pick, slate, modelVersion: state.version };
    },
    /** Builds what a changed slate needs ahead of the next request, in pieces that let requests through. */
    warm: async () => {
      for (const sport of sports)
        for (const risk of riskLevels) {
          rankedOf(poolOf(sport).pool, sport, risk);
          await new Promise((resolve) => setImmediate(resolve));
        }
    },
  };
};
