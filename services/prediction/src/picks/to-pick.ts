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
import { logit, sum } from "../domain/math.ts";

export function toPick(
  combination: Combination,
  { state, bandOf }: { state: ModelState; bandOf: (probability: number) => Band },
): Pick {
  const facts = collectFacts();
  const { odds, probability } = combination;
  const decimal = americanToDecimal(odds);
  const breakEven = 1 / decimal;
  const edge = probability * decimal - 1;
  const range = jointRange(combination, state);
  const band = bandOf(probability);
  const reasoning = explainBet({ ...combination, edge }, { state, breakEven, range, band }, facts);
  const summary = summarize({ combination, breakEven }, facts);
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

/**
 * Likely range of a joint probability: the legs' logit errors as independent errors of log p, whose
 * derivative is 1 − p, added in quadrature.
 */
function jointRange({ legs, probability }: Combination, state: ModelState) {
  const [only] = legs;
  if (only && legs.length === 1) {
    const { low, high } = likelyRange(state, only.probability);
    return { from: low, to: high };
  }
  const squares = legs.map((leg) => {
    const { high } = likelyRange(state, leg.probability);
    return ((1 - leg.probability) * (logit(high) - logit(leg.probability))) ** 2;
  });
  const half = Math.sqrt(sum(squares));
  return { from: probability * Math.exp(-half), to: Math.min(1, probability * Math.exp(half)) };
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

function betTypeOf(wager: Wager): string {
  if (wager.market === "moneyline") return "Moneyline";
  const line = wager.side === "home" ? wager.line : -wager.line;
  const sign = line > 0 ? "+" : line < 0 ? "\u2212" : "";
  return `Spread ${sign}${Math.abs(line)}`;
}
