import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { settledPredictions } from "../testing/settled.ts";
import { profitOf, type Outcome } from "./bet.ts";
import { americanToDecimal } from "./odds.ts";
import type { Wager } from "./prediction.ts";
import { closingValueOf, legOutcome, settlePrediction, standingOf } from "./settle.ts";
import type { GameResult } from "./slate.ts";

const score = (home: number, away: number): GameResult => ({ kind: "score", home, away });
const afterwards = new Date("2026-11-22T22:00:00Z");
const back = (side: "home" | "away" | "draw"): Wager => ({ market: "moneyline", side });
const cover = (side: "home" | "away", line: number): Wager => ({ market: "spread", side, line });

describe("a leg", () => {
  it.each([
    ["home", score(3, 1), "won"],
    ["away", score(3, 1), "lost"],
    ["away", score(0, 1), "won"],
    ["home", score(2, 2), "push"],
    ["home", { kind: "winner", winner: "home" }, "won"],
    ["home", { kind: "winner", winner: "draw" }, "push"],
    ["away", { kind: "void" }, "void"],
  ] as const)("on %s where a tie is no bet, after %o, is %s", (side, result, outcome) => {
    expect(legOutcome(back(side), result, { drawIsPriced: false })).toBe(outcome);
  });

  it.each([
    ["home", "lost"],
    ["draw", "won"],
    ["away", "lost"],
  ] as const)("on %s after a tie where the draw is priced is %s", (side, outcome) => {
    expect(legOutcome(back(side), score(1, 1), { drawIsPriced: true })).toBe(outcome);
  });

  it.each([
    ["home", -3.5, score(24, 20), "won"],
    ["away", -3.5, score(24, 20), "lost"],
    ["home", -3.5, score(23, 20), "lost"],
    ["away", -3.5, score(23, 20), "won"],
    ["home", -3, score(23, 20), "push"],
    ["away", -3, score(23, 20), "push"],
    ["home", 7, score(20, 26), "won"],
    ["home", 7, { kind: "void" }, "void"],
  ] as const)("on %s with the home line %d after %o is %s", (side, line, result, outcome) => {
    expect(legOutcome(cover(side, line), result, { drawIsPriced: false })).toBe(outcome);
  });
});

describe("a prediction", () => {
  const parlay = aPrediction([aLeg("a"), aLeg("b")], { odds: 525 });

  it("keeps known outcomes while another game is open", () => {
    expect(settlePrediction(parlay, new Map([["a", score(1, 0)]]), afterwards)).toEqual({
      legOutcomes: ["won", "open"],
      favoriteOutcomes: ["open", "open"],
      settlement: undefined,
    });
  });

  it("settles the favorites of its games too", () => {
    const backed = ["home", "away"] as const;
    const legs = backed.map((side, index) =>
      aLeg(`${index}`, { wager: back("away"), favorite: { side, odds: -150 } }),
    );
    const results = new Map([
      ["0", score(1, 0)],
      ["1", score(1, 0)],
    ]);
    expect(settlePrediction(aPrediction(legs), results, afterwards)).toMatchObject({
      legOutcomes: ["lost", "lost"],
      favoriteOutcomes: ["won", "lost"],
    });
  });

  it("is settled when the last result is known", () => {
    const half = aPrediction(parlay.legs, { odds: 525, legOutcomes: ["won", "open"] });
    expect(settlePrediction(half, new Map([["b", score(1, 0)]]), afterwards)).toMatchObject({
      legOutcomes: ["won", "won"],
      settlement: { outcome: "won", returned: 625, profit: 525 },
    });
  });

  it("keeps an outcome that was known before a contrary result", () => {
    const half = aPrediction(parlay.legs, { odds: 525, legOutcomes: ["won", "open"] });
    const contrary = new Map([
      ["a", score(0, 1)],
      ["b", score(1, 0)],
    ]);
    expect(settlePrediction(half, contrary, afterwards)?.legOutcomes).toEqual(["won", "won"]);
  });

  it("is lost with its first lost leg, while later games are open", () => {
    expect(settlePrediction(parlay, new Map([["a", score(0, 1)]]), afterwards)).toMatchObject({
      legOutcomes: ["lost", "open"],
      settlement: { outcome: "lost", returned: 0 },
    });
  });

  it("does not change without a result", () => {
    expect(settlePrediction(parlay, new Map(), afterwards)).toBeUndefined();
  });

  it("counts a game without a result for more than a week as void", () => {
    const result = new Map([["a", score(1, 0)]]);
    const inAWeek = new Date("2026-11-29T20:59:00Z");
    const later = new Date("2026-11-29T21:01:00Z");
    expect(settlePrediction(parlay, result, inAWeek)?.legOutcomes).toEqual(["won", "open"]);
    expect(settlePrediction(parlay, result, later)).toMatchObject({
      legOutcomes: ["won", "void"],
      settlement: { outcome: "won", returned: 250, profit: 150 },
    });
  });
});

describe("a recorded bet", () => {
  const recordedAt = new Date("2026-11-22T10:00:00Z");
  const bet = { stake: 40, odds: 300, book: "Harbour", recordedAt, isLate: false };
  const parlay = (legOutcomes: Outcome[], closingProbabilities: (number | null)[] = []) => ({
    ...aPrediction([aLeg("a", { odds: 100 }), aLeg("b", { odds: 100 })]),
    legOutcomes,
    closingProbabilities,
    bet,
  });

  it("pays its own stake at its own odds, not those of the prediction", () => {
    expect(standingOf(parlay(["won", "won"]))).toEqual({
      outcome: "won",
      returned: 160,
      profit: 120,
    });
    expect(standingOf(parlay(["won", "lost"]))).toEqual({
      outcome: "lost",
      returned: 0,
      profit: -40,
    });
    expect(standingOf(parlay(["won", "open"]))).toEqual({
      outcome: "open",
      returned: 0,
      profit: 0,
    });
  });

  it("pays the rest at odds without the legs that drop out, and never less than the stake", () => {
    expect(standingOf(parlay(["won", "push"]))).toEqual({
      outcome: "won",
      returned: 80,
      profit: 40,
    });
    expect(standingOf(parlay(["void", "push"]))).toEqual({
      outcome: "push",
      returned: 40,
      profit: 0,
    });
    const short = { ...parlay(["won", "push"]), bet: { ...bet, odds: -200 } };
    expect(standingOf(short)).toEqual({ outcome: "won", returned: 40, profit: 0 });
  });

  it("at the prediction's own stake and odds ends as the prediction, to a dollar of rounded odds", () => {
    fc.assert(
      fc.property(settledPredictions, (predictions) => {
        for (const { stake, odds, outcome, profit, ...prediction } of predictions) {
          const recorded = { stake, odds, outcome, profit, ...prediction };
          const standing = standingOf({ ...recorded, bet: { ...bet, stake, odds } });
          expect(standing.outcome).toBe(outcome);
          expect(standing.returned - stake).toBeCloseTo(standing.profit, 6);
          const isWhole = prediction.legOutcomes.every((leg) => leg === "won");
          const isExact = outcome !== "won" || isWhole;
          const most = isExact ? profit : profitOf(stake, odds) + 0.01;
          expect(standing.profit).toBeLessThanOrEqual(most);
          expect(standing.profit).toBeGreaterThanOrEqual(isExact ? profit : -0.01);
        }
      }),
    );
  });

  it("has a closing line value once the closing probability of each leg is known", () => {
    expect(closingValueOf(parlay(["open", "open"], [0.6, null]))).toBeNull();
    expect(closingValueOf(parlay(["won", "won"], [0.6, 0.5]))).toBeCloseTo(
      0.3 * americanToDecimal(300) - 1,
    );
  });

  it("has no closing line value when it was recorded after the start", () => {
    const late = { ...parlay(["won", "won"], [0.6, 0.5]), bet: { ...bet, isLate: true } };
    expect(closingValueOf(late)).toBeNull();
  });
});
