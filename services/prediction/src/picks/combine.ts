import { isInRange, type RiskRange } from "../domain/risk.ts";
import { atBook, type Candidate } from "./candidates.ts";
import { diversify } from "./diversify.ts";
import { americanToDecimal, decimalToAmerican } from "../domain/odds.ts";

/** Candidates of different games that would be one prediction, all at one book: a parlay is one ticket. */
export type Combination = {
  legs: Candidate[];
  odds: number;
  probability: number;
  /** Joint p × decimal − 1. */
  edge: number;
};

/** A combination, or a part of one, before its book is chosen. Its legs still have their own best prices. */
type Draft = Omit<Combination, "odds"> & {
  /** What each book pays for all legs, decimal; 0 where it lacks one of them. */
  payouts: number[];
  /** The highest of them. */
  decimal: number;
};

/** Number of single candidates that parlays are built from. */
const poolSize = 36;
/** Number of candidates that join a wanted game. Its parlays are built during the request, so there are fewer of them. */
const partnersOfGame = 12;
/** Up to this many partial parlays are all extended; of more, only a beam. */
const exhaustiveUpTo = 4_000;
const beamWidth = 200;
/** American odds are whole numbers: decimal odds this much lower are rounded up to the same. */
const rounding = 0.01;
/** A less probable leg would carry most of a parlay's odds alone. */
const leastLegProbability = 0.2;

/** A leg at shorter odds adds almost nothing to a payout but can still lose the bet. */
const shortestLegOdds = -500;

/**
 * The ranked distinct picks of a risk range over some candidates; each lies in the range, at the book that pays most for
 * all of its legs. Legs shorter than −500 are used only where no pick without them lies in it. With a `gameId` each pick
 * has a leg of that game.
 */
export function rankPicks(
  candidates: readonly Candidate[],
  range: RiskRange,
  gameId?: string,
): Combination[] {
  const books = [...new Set(candidates.flatMap(({ quotes }) => quotes.map(({ book }) => book)))];
  const draftsFrom = (shortest: number) => {
    const singles = candidates.map((leg) => singleOf(leg, books, shortest));
    return draftsOf(
      singles.filter(({ decimal }) => decimal > 0),
      range,
      gameId,
    );
  };
  const usual = draftsFrom(shortestLegOdds);
  const ranked = diversify(usual.length > 0 ? usual : draftsFrom(Number.NEGATIVE_INFINITY));
  return ranked.map((draft) => combinationOf(draft, books));
}

function draftsOf(singles: readonly Draft[], range: RiskRange, gameId?: string): Draft[] {
  const isWanted = ({ legs }: Draft) =>
    gameId === undefined || legs.some(({ game }) => game.id === gameId);
  if (range.maxLegs === 1) return singles.filter((bet) => isWanted(bet) && isEligible(bet, range));
  const pool = poolFor(singles, range);
  if (gameId === undefined) return parlays(pool, pool, range);
  const others = pool.filter((one) => !isWanted(one)).slice(0, partnersOfGame);
  const first = singles.filter((one) => isWanted(one) && fitsParlay(one, range));
  return parlays(first, [...first, ...others], range);
}

/** One candidate with its prices at the books, without those below the shortest odds. */
function singleOf(leg: Candidate, books: readonly string[], shortest: number): Draft {
  const { probability } = leg;
  const payouts = books.map((book) => {
    const quote = leg.quotes.find((one) => one.book === book);
    return quote && quote.odds >= shortest ? americanToDecimal(quote.odds) : 0;
  });
  const decimal = Math.max(...payouts);
  return { legs: [leg], probability, payouts, decimal, edge: probability * decimal - 1 };
}

/** The combination at the book that pays most for it. */
function combinationOf(bet: Draft, books: readonly string[]): Combination {
  const { probability, edge, payouts, decimal } = bet;
  const book = books[payouts.indexOf(decimal)] ?? "";
  const legs = bet.legs.map((leg) => atBook(leg, book) ?? leg);
  return { legs, odds: oddsOf(bet), probability, edge };
}

const oddsOf = ({ legs: [first, ...others], decimal }: Draft): number =>
  first && others.length === 0 ? first.odds : decimalToAmerican(decimal);

const isEligible = (bet: Draft, range: RiskRange) =>
  bet.probability >= range.leastProbability && isInRange(range, oddsOf(bet), bet.legs.length);

/**
 * Every parlay of a small slate or of at most three legs, otherwise the best ones by beam search. Each has one of the
 * `first` legs, which are the first of the pool.
 */
function parlays(first: Draft[], pool: Draft[], range: RiskRange): Draft[] {
  const maxDecimal = maxDecimalOf(range);
  const found: Draft[] = [];
  const longest = Math.max(1, ...pool.map(({ decimal }) => decimal));
  let partials = first;
  for (let length = 2; length <= range.maxLegs; length += 1) {
    // What the longest further legs cannot lift into the range would only crowd the beam. At 0 no book has all legs.
    const liftable = (1 + range.from / 100) / longest ** (range.maxLegs - length) - rounding;
    const leastDecimal = Math.max(1, liftable);
    const longer = partials.flatMap((one) => extend(one, pool, leastDecimal, maxDecimal));
    found.push(...longer.filter((bet) => isEligible(bet, range)));
    const isSmall = range.maxLegs <= 3 || longer.length <= exhaustiveUpTo;
    partials = isSmall ? longer : spread(longer.toSorted(byEdge));
  }
  return found;
}

/** Decimal odds that no pick of the range exceeds, with room for rounding. */
const maxDecimalOf = ({ to }: RiskRange) => 1 + (to + 1) / 100;

/** The draft with each later leg of the pool that is of another game, where the odds stay between two bounds. */
function extend(partial: Draft, pool: Draft[], least: number, most: number): Draft[] {
  const longer: Draft[] = [];
  const last = pool.findIndex(({ legs: [leg] }) => leg === partial.legs.at(-1));
  for (const next of pool.slice(last + 1)) {
    const [leg] = next.legs;
    if (!leg || partial.legs.some(({ game }) => game.id === leg.game.id)) continue;
    const payouts = partial.payouts.map((payout, book) => payout * (next.payouts[book] ?? 0));
    const decimal = Math.max(...payouts);
    if (decimal < least || decimal > most) continue;
    const probability = partial.probability * next.probability;
    const edge = probability * decimal - 1;
    longer.push({ legs: [...partial.legs, leg], probability, payouts, decimal, edge });
  }
  return longer;
}

/** A diverse beam: one half the best, one half taken evenly from the rest. */
function spread(sorted: Draft[]): Draft[] {
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
function poolFor(singles: readonly Draft[], range: RiskRange): Draft[] {
  const fitting = singles.filter((one) => fitsParlay(one, range)).toSorted(byEdge);
  const longEnough = (1 + range.from / 100) ** (1 / range.maxLegs);
  const long = fitting.filter(({ decimal }) => decimal >= longEnough).slice(0, poolSize / 2);
  const chosen = new Set(long);
  const others = fitting.filter((one) => !chosen.has(one)).slice(0, poolSize - long.length);
  return [...long, ...others].toSorted(byEdge);
}

const fitsParlay = ({ probability, decimal }: Draft, range: RiskRange): boolean =>
  probability >= leastLegProbability && decimal <= maxDecimalOf(range);
