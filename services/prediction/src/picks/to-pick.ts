import type { Band, Leg, Pick, Wager } from "../domain/prediction.ts";
import { type ModelState, likelyRange } from "../engine/serving/predict.ts";
import { betOnOf, explainLeg } from "./explain/leg.ts";
import type { Candidate } from "./candidates.ts";
import type { Combination } from "./combine.ts";
import { explainBet } from "./explain/combination.ts";
import { collectFacts } from "./explain/facts.ts";
import { forcesOf } from "./explain/forces.ts";
import { summarize } from "./explain/summary.ts";
import { americanToDecimal } from "../domain/odds.ts";
import { jointRange } from "../domain/price-check.ts";

export function toPick(
  combination: Combination,
  { state, bandOf }: { state: ModelState; bandOf: (probability: number) => Band },
): Pick {
  const facts = collectFacts();
  const { odds, probability } = combination;
  const decimal = americanToDecimal(odds);
  const breakEven = 1 / decimal;
  const edge = probability * decimal - 1;
  const range = jointRange(
    combination.legs.map((leg) => {
      const { low: from, high: to } = likelyRange(state, leg.probability);
      return { probability: leg.probability, range: { from, to } };
    }),
  );
  const band = bandOf(probability);
  const reasoning = explainBet(combination, { state, breakEven, range, band }, facts);
  const summary = summarize({ combination, state, breakEven }, facts);
  return {
    summary,
    legs: combination.legs.map((leg) => toLeg(leg, state)),
    odds,
    probability,
    breakEven,
    edge,
    range,
    band,
    reasoning,
    factors: facts.factors,
  };
}

function toLeg(candidate: Candidate, state: ModelState): Leg {
  const facts = collectFacts();
  const { game, wager, odds, book, edge, favorite } = candidate;
  const { modelProbability, marketProbability, probability } = candidate;
  const reasoning = explainLeg(candidate, state, facts);
  return {
    gameId: game.id,
    game: `${game.home} vs ${game.away}`,
    betOn: betOnOf(candidate, wager),
    opponent: opponentOf(candidate, wager),
    betType: betTypeOf(wager),
    wager,
    odds,
    startsAt: game.startsAt,
    endsAt: game.endsAt,
    book,
    modelProbability,
    marketProbability,
    probability,
    edge,
    marketOnly: game.marketOnly !== undefined,
    favorite,
    reasoning,
    factors: facts.factors,
    forces: forcesOf(candidate),
  };
}

function opponentOf({ game }: Candidate, { side }: Wager): string {
  if (side === "draw") return `${game.home} / ${game.away}`;
  return side === "home" ? game.away : game.home;
}

/** The market of a bet in words, e.g. "Spread −3.5". */
export function betTypeOf(wager: Wager): string {
  if (wager.market === "moneyline") return "Moneyline";
  const line = wager.side === "home" ? wager.line : -wager.line;
  const sign = line > 0 ? "+" : line < 0 ? "\u2212" : "";
  return `Spread ${sign}${Math.abs(line)}`;
}
