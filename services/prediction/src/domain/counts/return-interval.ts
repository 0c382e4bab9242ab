import { sum, toMicro } from "../math.ts";

/** The bets of one cluster and their profit, both in units staked. */
export type ClusterReturn = { bets: number; profit: number };

export type ReturnInterval = {
  low: number;
  high: number;
  clusters: number;
};

/** With fewer clusters, their spread says too little about the return's. */
const minClusters = 4;

/**
 * The 95 % interval of a return (profit divided by bets), null with fewer than four clusters.
 *
 * Bets that share legs win and lose together, so bets are no independent draws; clusters of bets that share no leg are. The
 * return r is a ratio of two sums over G clusters, and its variance by linearization is
 * G/(G−1) · Σ(profit − r·bets)² / (Σ bets)² (Cochran, Sampling Techniques, 3rd ed. 1977, section 6.3 with clusters as
 * units). Its quantile is Student's with G−1 degrees of freedom (Cameron and Miller, A Practitioner's Guide to
 * Cluster-Robust Inference, 2015, section VI).
 */
export function returnIntervalOf(clusters: readonly ClusterReturn[]): ReturnInterval | null {
  const known = clusters.filter(({ bets }) => bets > 0);
  if (known.length < minClusters) return null;
  const bets = sum(known.map((cluster) => cluster.bets));
  const mean = sum(known.map(({ profit }) => profit)) / bets;
  const squares = sum(known.map((cluster) => (cluster.profit - mean * cluster.bets) ** 2));
  const freedom = known.length - 1;
  const error = Math.sqrt((known.length / freedom) * squares) / bets;
  const reach = studentQuantile(freedom) * error;
  // A stake cannot lose more than itself.
  const low = Math.max(-1, mean - reach);
  return { low: toMicro(low), high: toMicro(mean + reach), clusters: known.length };
}

/**
 * The 97.5 % quantile of Student's distribution by its Cornish–Fisher expansion (Abramowitz and Stegun, 1964, 26.7.5). From
 * three degrees of freedom on its error is below 1 %.
 */
export function studentQuantile(freedom: number): number {
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
