import { settleBet, type Outcome, type Settlement } from "./bet.ts";
import type { Leg, PredictionRecord, Wager } from "./prediction.ts";
import type { GameResult } from "./slate.ts";
import { dayMs } from "./dates.ts";

const winnerOf = (result: GameResult): "home" | "away" | "draw" | undefined => {
  switch (result.kind) {
    case "winner":
      return result.winner;
    case "score":
      if (result.home === result.away) return "draw";
      return result.home > result.away ? "home" : "away";
    case "void":
      return undefined;
  }
};

const spreadOutcome = (
  { side, line }: Extract<Wager, { market: "spread" }>,
  result: GameResult,
): Outcome => {
  if (result.kind !== "score") return "void";
  const margin = result.home - result.away + line;
  if (margin === 0) return "push";
  return (side === "home") === margin > 0 ? "won" : "lost";
};

/** How one leg ended. A tie on a two-way moneyline gives the stake back; where draws are priced it loses. */
export const legOutcome = (
  wager: Wager,
  result: GameResult,
  { drawIsPriced }: { drawIsPriced: boolean },
): Outcome => {
  if (wager.market === "spread") return spreadOutcome(wager, result);
  const winner = winnerOf(result);
  if (!winner) return "void";
  if (winner === "draw" && !drawIsPriced) return "push";
  return winner === wager.side ? "won" : "lost";
};

/** A game without a result for so long is taken as called off. */
const voidAfterMs = 7 * dayMs;

/** What results have changed: outcomes by leg, and the settlement once nothing that matters is open. */
export type SettledOutcome = {
  legOutcomes: Outcome[];
  favouriteOutcomes: Outcome[];
  settlement: Settlement | undefined;
};

/** How bets on the games of a prediction stand by `now`; what was known before stays. */
const outcomes = (
  { sport }: PredictionRecord,
  results: ReadonlyMap<string, GameResult>,
  now: Date,
) => {
  const drawIsPriced = sport === "soccer";
  return (leg: Leg, wager: Wager, known: Outcome = "open"): Outcome => {
    if (known !== "open") return known;
    const result = results.get(leg.gameId);
    if (result) return legOutcome(wager, result, { drawIsPriced });
    return now.getTime() - leg.endsAt.getTime() > voidAfterMs ? "void" : "open";
  };
};

/** Outcomes of the legs by `now`, on the slate's clock, whether or not their bet is settled; undefined when none is new. */
export const settleLegs = (
  record: PredictionRecord,
  results: ReadonlyMap<string, GameResult>,
  now: Date,
): Outcome[] | undefined => {
  const outcomeOf = outcomes(record, results, now);
  const found = record.legs.map((leg, index) =>
    outcomeOf(leg, leg.wager, record.legOutcomes[index]),
  );
  return found.some((outcome, index) => outcome !== record.legOutcomes[index]) ? found : undefined;
};

/** Settles what results allow by `now`, on the slate's clock; undefined when nothing changes. */
export const settlePrediction = (
  record: PredictionRecord,
  results: ReadonlyMap<string, GameResult>,
  now: Date,
): SettledOutcome | undefined => {
  const legOutcomes = record.settlement ? undefined : settleLegs(record, results, now);
  if (!legOutcomes) return undefined;
  const outcomeOf = outcomes(record, results, now);
  const favouriteOutcomes = record.legs.map((leg, index) =>
    leg.favourite
      ? outcomeOf(
          leg,
          { market: "moneyline", side: leg.favourite.side },
          record.favouriteOutcomes[index],
        )
      : "open",
  );
  const legs = record.legs.map(({ odds }, index) => ({
    odds,
    outcome: legOutcomes[index] ?? ("open" as const),
  }));
  const settlement = settleBet(record.stake, record.odds, legs);
  return { legOutcomes, favouriteOutcomes, settlement };
};
