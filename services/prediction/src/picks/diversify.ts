type Ranked<Leg> = { edge: number; legs: readonly Leg[] };
/** Distinct picks kept for each sport and risk. */
const keptPicks = 300;
/** Only this many of the best are considered; the rest would never be reached. */
const considered = 4_000;
/** What a leg costs each time an earlier pick used it, in edge. */
const repeatPenalty = 0.02;

/**
 * Orders bets so that good ones come first and neighbors share few legs: the next is always the one with
 * the best edge after a penalty for every leg used before (maximal marginal relevance, Carbonell and
 * Goldstein 1998).
 */
export function diversify<Leg, Bet extends Ranked<Leg>>(bets: readonly Bet[]): Bet[] {
  const best = bets.toSorted((a, b) => b.edge - a.edge).slice(0, considered);
  const scores = Float64Array.from(best, ({ edge }) => edge);
  const betsWith = new Map<Leg, number[]>();
  best.forEach(({ legs }, index) => {
    for (const leg of legs) {
      const known = betsWith.get(leg);
      if (known) known.push(index);
      else betsWith.set(leg, [index]);
    }
  });
  const chosen: Bet[] = [];
  while (chosen.length < Math.min(keptPicks, best.length)) {
    const next = indexOfLargest(scores);
    const bet = best[next];
    if (!bet) break;
    chosen.push(bet);
    scores[next] = Number.NEGATIVE_INFINITY;
    for (const leg of bet.legs)
      for (const index of betsWith.get(leg) ?? []) scores[index]! -= repeatPenalty;
  }
  return chosen;
}

function indexOfLargest(values: Float64Array): number {
  let at = 0;
  for (let index = 1; index < values.length; index += 1)
    if ((values[index] ?? 0) > (values[at] ?? 0)) at = index;
  return at;
}
