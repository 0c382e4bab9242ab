import { isInRange, type RiskRange } from "../domain/risk.ts";
import type { Candidate } from "./candidates.ts";
import { diversify } from "./diversify.ts";
import { parlayOdds } from "../domain/odds.ts";

/** Candidates of different games that would be one prediction. */
export type Combination = {
  legs: Candidate[];
  odds: number;
  probability: number;
  /** Joint p × decimal − 1. */
  edge: number;
};

/** Number of single candidates that parlays are built from. */
const poolSize = 36;
/** Number of candidates that join a wanted game. Its parlays are built during the request, so there are fewer of them. */
const partnersOfGame = 12;
/** Up to this many partial parlays are all extended; of more, only a beam. */
const exhaustiveUpTo = 4_000;
const beamWidth = 400;
/** American odds are whole numbers: decimal odds this much lower are rounded up to the same. */
const rounding = 0.01;
/** A less probable leg would carry most of a parlay's odds alone. */
const leastLegProbability = 0.2;

/** A leg at shorter odds adds almost nothing to a payout but can still lose the bet. */
const shortestLegOdds = -500;

/**
 * The ranked distinct picks of a risk range over some candidates; each lies in the range. Legs shorter than −500 are
 * used only where no pick without them lies in it. With a `gameId` each pick has a leg of that game.
 */
export function rankPicks(
  candidates: readonly Candidate[],
  range: RiskRange,
  gameId?: string,
): Combination[] {
  const usual = betsOf(
    candidates.filter(({ odds }) => odds >= shortestLegOdds),
    range,
    gameId,
  );
  return diversify(usual.length > 0 ? usual : betsOf(candidates, range, gameId));
}

function betsOf(candidates: readonly Candidate[], range: RiskRange, gameId?: string) {
  const isWanted = ({ game }: Candidate) => gameId === undefined || game.id === gameId;
  if (range.maxLegs === 1)
    return candidates
      .filter(isWanted)
      .map((one) => combine([one]))
      .filter((bet) => isEligible(bet, range));
  const pool = poolFor(candidates, range);
  if (gameId === undefined) return parlays(pool, pool, range);
  const others = pool.filter((one) => !isWanted(one)).slice(0, partnersOfGame);
  const first = candidates.filter((one) => isWanted(one) && fitsParlay(one, range));
  return parlays(first, [...first, ...others], range);
}

function combine(legs: Candidate[]): Combination {
  const probability = legs.reduce((product, leg) => product * leg.probability, 1);
  const decimal = legs.reduce((product, leg) => product * leg.decimal, 1);
  const odds = legs.length === 1 ? (legs[0]?.odds ?? 0) : parlayOdds(legs);
  return { legs, odds, probability, edge: probability * decimal - 1 };
}

const isEligible = ({ odds, probability, legs }: Combination, range: RiskRange) =>
  isInRange(range, odds, legs.length) && probability >= range.leastProbability;

/**
 * Every parlay of a small slate or of at most three legs, otherwise the best ones by beam search. Each has one of the
 * `first` legs, which are the first of the pool.
 */
function parlays(first: Candidate[], pool: Candidate[], range: RiskRange): Combination[] {
  const maxDecimal = maxDecimalOf(range);
  const found: Combination[] = [];
  const longest = Math.max(1, ...pool.map(({ decimal }) => decimal));
  let partials = first.map((leg) => [leg]);
  for (let length = 2; length <= range.maxLegs; length += 1) {
    // What the longest further legs cannot lift into the range would only crowd the beam.
    const leastDecimal = (1 + range.from / 100) / longest ** (range.maxLegs - length) - rounding;
    const longer = partials
      .flatMap((partial) => extend(partial, pool, maxDecimal))
      .filter((legs) => legs.reduce((product, leg) => product * leg.decimal, 1) >= leastDecimal)
      .map(combine);
    found.push(...longer.filter((bet) => isEligible(bet, range)));
    const isSmall = range.maxLegs <= 3 || longer.length <= exhaustiveUpTo;
    const kept = isSmall ? longer : spread(longer.toSorted(byEdge));
    partials = kept.map(({ legs }) => legs);
  }
  return found;
}

/** Decimal odds that no pick of the range exceeds, with room for rounding. */
const maxDecimalOf = ({ to }: RiskRange) => 1 + (to + 1) / 100;

function extend(partial: Candidate[], pool: Candidate[], maxDecimal: number): Candidate[][] {
  const last = pool.indexOf(partial.at(-1) as Candidate);
  const decimal = partial.reduce((product, leg) => product * leg.decimal, 1);
  return pool
    .slice(last + 1)
    .filter(
      ({ game, decimal: next }) =>
        decimal * next <= maxDecimal && partial.every((leg) => leg.game.id !== game.id),
    )
    .map((leg) => [...partial, leg]);
}

/** A diverse beam: one half the best, one half taken evenly from the rest. */
function spread(sorted: Combination[]): Combination[] {
  const best = sorted.slice(0, beamWidth / 2);
  const rest = sorted.slice(beamWidth / 2);
  const step = Math.max(1, Math.floor(rest.length / (beamWidth / 2)));
  return [...best, ...rest.filter((_, index) => index % step === 0).slice(0, beamWidth / 2)];
}

const byEdge = (a: { edge: number }, b: { edge: number }) => b.edge - a.edge;

/**
 * The best candidates that fit into a parlay of the range. Short prices alone would not reach it, however good: up to
 * half of the pool are the best of the prices long enough that the most legs of them reach the range.
 */
function poolFor(candidates: readonly Candidate[], range: RiskRange): Candidate[] {
  const fitting = candidates.filter((one) => fitsParlay(one, range)).toSorted(byEdge);
  const longEnough = (1 + range.from / 100) ** (1 / range.maxLegs);
  const long = fitting.filter(({ decimal }) => decimal >= longEnough).slice(0, poolSize / 2);
  const chosen = new Set(long);
  const others = fitting.filter((one) => !chosen.has(one)).slice(0, poolSize - long.length);
  return [...long, ...others].toSorted(byEdge);
}

const fitsParlay = ({ probability, decimal }: Candidate, range: RiskRange): boolean =>
  probability >= leastLegProbability && decimal <= maxDecimalOf(range);
