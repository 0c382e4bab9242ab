import { createHash } from "node:crypto";
import { createCache } from "@orbline/kit/cache";
import { dayMs } from "../domain/dates.ts";
import { type Bets, betsOf, type HeldPicks } from "../domain/held-picks.ts";
import { bandAt } from "../domain/counts/performance.ts";
import type { Pick as RankedPick } from "../domain/prediction.ts";
import { rangeOf, riskLevels, type RiskLevel } from "../domain/risk.ts";
import { sports, type Sport } from "../domain/sport.ts";
import type { ModelState } from "../engine/serving/predict.ts";
import type { Picks, Slates, TrackRecord } from "../use-cases/ports.ts";
import { candidatesOf, type Candidate } from "./candidates.ts";
import { rankPicks, type Combination } from "./combine.ts";
import { toPick } from "./to-pick.ts";

/** Ranked picks that count as good enough to be drawn. */
export const goodPicks = 40;
/** Number of consecutive draws that are distinct, whatever their seeds. */
const strata = 8;
/** Lists of picks with one game that are kept for each sport. */
export const rankedGames = 30;

type RankedCombination = {
  combination: Combination;
  bets: Bets;
  written?: { pick: RankedPick; of: object };
};
type Ranked = {
  get: (key: string) => RankedCombination[] | undefined;
  set: (key: string, ranked: RankedCombination[]) => unknown;
};
type Pool = {
  snapshotId: string;
  candidates: Candidate[];
  byRisk: Ranked;
  /** By risk and game, for picks with one game: a few, because a slate can have hundreds of games. */
  byGame: Ranked;
};

const emptyTrackRecord: Pick<TrackRecord, "current" | "bandOf"> = {
  current: () => nothing,
  bandOf: (_of, probability) => bandAt(probability),
};
const nothing = { updatedAt: new Date(0), records: [], lastSettled: undefined };

/**
 * Picks from the current slates. A pool of ranked combinations is built once per slate and risk; the first request
 * for a pick writes its analysis, which is kept until the slate or the track record changes.
 */
export function slatePicks(deps: {
  slates: Pick<Slates, "current">;
  /** Ratings as of the slate's own day. */
  ratings: (sport: Sport) => ModelState;
  /** Earlier predictions for the analysis. */
  trackRecord?: Pick<TrackRecord, "current" | "bandOf">;
}): Picks & { warm: () => Promise<void> } {
  const { slates, ratings, trackRecord = emptyTrackRecord } = deps;
  const pools = new Map<Sport, Pool>();

  function rankedFor(sport: Sport, risk: RiskLevel, gameId?: string): RankedCombination[] {
    const slate = slates.current(sport);
    let pool = pools.get(sport);
    if (pool?.snapshotId !== slate.snapshotId) {
      const candidates = candidatesOf(slate, ratings(sport));
      const byGame = createCache<RankedCombination[]>({ max: rankedGames, ttlMs: dayMs });
      pool = { snapshotId: slate.snapshotId, candidates, byRisk: new Map(), byGame };
      pools.set(sport, pool);
    }
    const lists = gameId === undefined ? pool.byRisk : pool.byGame;
    const key = gameId === undefined ? risk : `${risk} ${gameId}`;
    const known = lists.get(key);
    if (known) return known;
    const ranked = rankPicks(pool.candidates, rangeOf(sport, risk), gameId);
    const combinations = ranked.map((combination) => ({
      combination,
      bets: betsOf(combination.legs.map(({ game, wager }) => ({ gameId: game.id, wager }))),
    }));
    lists.set(key, combinations);
    return combinations;
  }

  return {
    find: ({ sport, riskLevel, n, seed, gameId, accepts = () => true }) => {
      const slate = slates.current(sport);
      const state = ratings(sport);
      if (gameId !== undefined && !slate.games.some(({ id }) => id === gameId))
        return { kind: "none", reason: "game-gone" };
      const ranked = rankedFor(sport, riskLevel, gameId);
      if (ranked.length === 0 && gameId !== undefined)
        return { kind: "none", reason: "game-unfit" };
      if (ranked.length === 0)
        return { kind: "none", reason: slate.games.length === 0 ? "no-games" : "no-fit" };
      const start =
        seed === undefined ? (n - 1) % ranked.length : drawIndex(n, seed, ranked.length);
      const found = firstAccepted(ranked, start, accepts);
      if (!found) return { kind: "none", reason: "all-held" };
      const of = trackRecord.current();
      if (found.written?.of !== of) {
        const bandOf = (probability: number) => trackRecord.bandOf(slate, probability);
        found.written = { pick: toPick(found.combination, { state, bandOf }), of };
      }
      return { kind: "found", pick: found.written.pick, slate, modelVersion: state.version };
    },
    /** Builds the pools of changed slates ahead of the next request, in steps that let requests through. */
    warm: async () => {
      for (const sport of sports)
        for (const risk of riskLevels) {
          rankedFor(sport, risk);
          await new Promise((resolve) => setImmediate(resolve));
        }
    },
  };
}

/** The first accepted pick from an index on, around the end of the list. */
function firstAccepted(
  ranked: readonly RankedCombination[],
  start: number,
  accepts: HeldPicks["accepts"],
): RankedCombination | undefined {
  for (let passed = 0; passed < ranked.length; passed += 1) {
    const one = ranked[(start + passed) % ranked.length];
    if (one && accepts(one.bets)) return one;
  }
  return undefined;
}

/** Index of a pick drawn among the good ones; the n-th request draws from a stratum of its own. */
function drawIndex(n: number, seed: number, size: number): number {
  const good = Math.min(size, goodPicks);
  const count = Math.min(strata, good);
  const stratum = (n - 1) % count;
  const depth = Math.ceil((good - stratum) / count);
  return stratum + count * Math.floor(uniformOf(seed) * depth);
}

const uniformOf = (seed: number): number =>
  createHash("sha256").update(String(seed)).digest().readUInt32LE(0) / 2 ** 32;
