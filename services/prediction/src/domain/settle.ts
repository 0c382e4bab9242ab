import { isCounted, settleBet, type Outcome, type Settlement } from "./bet.ts";
import { toCents } from "./math.ts";
import { americanToDecimal } from "./odds.ts";
import type { LegSummary, PredictionSummary, RecordedBet, Wager } from "./prediction.ts";
import type { GameResult } from "./slate.ts";
import { hasDraw } from "./sport.ts";
import { dayMs } from "./dates.ts";

/** A game without a result for this long counts as called off. */
const voidAfterMs = 7 * dayMs;

/** New outcomes by leg, and the settlement once no leg that matters is open. */
export type SettledOutcome = {
  legOutcomes: Outcome[];
  favoriteOutcomes: Outcome[];
  settlement: Settlement | undefined;
};

/** How one leg ended. A tie on a two-way moneyline gives the stake back; where draws are priced it loses. */
export function legOutcome(
  wager: Wager,
  result: GameResult,
  { drawIsPriced }: { drawIsPriced: boolean },
): Outcome {
  if (wager.market === "spread") return spreadOutcome(wager, result);
  const winner = winnerOf(result);
  if (!winner) return "void";
  if (winner === "draw" && !drawIsPriced) return "push";
  return winner === wager.side ? "won" : "lost";
}

/**
 * Settles what results allow by `now` on the slate's clock, also the legs that a lost parlay left open; undefined
 * when nothing changes.
 */
export function settlePrediction(
  prediction: PredictionSummary,
  results: ReadonlyMap<string, GameResult>,
  now: Date,
): SettledOutcome | undefined {
  const { legs, legOutcomes: known, favoriteOutcomes, stake, odds } = prediction;
  const outcomeOf = outcomesBy(prediction, results, now);
  const legOutcomes = legs.map((leg, index) => outcomeOf(leg, leg.wager, known[index]));
  if (legOutcomes.every((outcome, index) => outcome === known[index])) return undefined;
  const settled = legs.map((leg, index) => ({
    odds: leg.odds,
    outcome: legOutcomes[index] ?? ("open" as const),
  }));
  return {
    legOutcomes,
    favoriteOutcomes: legs.map((leg, index) =>
      leg.favorite
        ? outcomeOf(leg, { market: "moneyline", side: leg.favorite.side }, favoriteOutcomes[index])
        : "open",
    ),
    settlement: settleBet(stake, odds, settled),
  };
}

export type RecordedPrediction = PredictionSummary & { bet: RecordedBet };

/**
 * How a recorded bet stands, at its own stake and odds. When a leg drops out (push, void), books pay the product of the
 * rest: the bet's odds shrink by the price of that leg in the prediction.
 */
export function standingOf({ bet, legs, legOutcomes }: RecordedPrediction): {
  outcome: Outcome;
  returned: number;
  profit: number;
} {
  const settled = legs.map((leg, index) => ({
    odds: leg.odds,
    outcome: legOutcomes[index] ?? ("open" as const),
  }));
  const whole = settleBet(bet.stake, bet.odds, settled);
  if (!whole) return { outcome: "open", returned: 0, profit: 0 };
  const dropped = settled.filter(({ outcome }) => !isCounted(outcome));
  if (whole.outcome !== "won" || dropped.length === 0) return whole;
  const shrunk = dropped.reduce(
    (decimal, leg) => decimal / americanToDecimal(leg.odds),
    americanToDecimal(bet.odds),
  );
  const returned = toCents(bet.stake * Math.max(1, shrunk));
  return { outcome: "won", returned, profit: toCents(returned - bet.stake) };
}

/**
 * Closing line value: the bet's odds × the market's probability at the start − 1. Null while a leg's probability is
 * unknown, and for a bet that was recorded after the start: nothing shows that its odds existed before.
 */
export function closingValueOf({ bet, closingProbabilities }: RecordedPrediction): number | null {
  if (bet.isLate) return null;
  let joint = 1;
  for (const probability of closingProbabilities) {
    if (probability === null) return null;
    joint *= probability;
  }
  return joint * americanToDecimal(bet.odds) - 1;
}

function spreadOutcome(
  { side, line }: Extract<Wager, { market: "spread" }>,
  result: GameResult,
): Outcome {
  if (result.kind !== "score") return "void";
  const margin = result.home - result.away + line;
  if (margin === 0) return "push";
  return (side === "home") === margin > 0 ? "won" : "lost";
}

function winnerOf(result: GameResult): "home" | "away" | "draw" | undefined {
  switch (result.kind) {
    case "winner":
      return result.winner;
    case "score":
      if (result.home === result.away) return "draw";
      return result.home > result.away ? "home" : "away";
    case "void":
      return undefined;
  }
}

/** Gives the outcome of a wager by `now`; a known outcome stays. */
function outcomesBy(
  { sport }: PredictionSummary,
  results: ReadonlyMap<string, GameResult>,
  now: Date,
) {
  return (leg: LegSummary, wager: Wager, known: Outcome = "open"): Outcome => {
    if (known !== "open") return known;
    const result = results.get(leg.gameId);
    if (result) return legOutcome(wager, result, { drawIsPriced: hasDraw(sport) });
    return now.getTime() - leg.endsAt.getTime() > voidAfterMs ? "void" : "open";
  };
}
