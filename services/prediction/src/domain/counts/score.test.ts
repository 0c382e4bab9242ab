import { describe, expect, it } from "vitest";
import { present } from "../../testing/present.ts";
import { aLeg, aPrediction } from "../../testing/predictions.ts";
import type { Outcome } from "../bet.ts";
import type { Prediction } from "../prediction.ts";
import { scoreOf } from "./score.ts";
import { settlePrediction } from "../settle.ts";
import type { GameResult } from "../slate.ts";

const results: Partial<Record<Outcome, GameResult>> = {
  won: { kind: "score", home: 1, away: 0 },
  lost: { kind: "score", home: 0, away: 1 },
  push: { kind: "score", home: 1, away: 1 },
  void: { kind: "void" },
};
const settledAt = new Date("2026-11-22T22:00:00Z");

/** A parlay of three legs at +100, 50 % each by us and 48 % by the market, with these outcomes. */
const settled = (outcomes: Outcome[], closingProbabilities: (number | null)[] = []): Prediction => {
  const legs = outcomes.map((_, index) =>
    aLeg(String(index), {
      odds: 100,
      probability: 0.5,
      marketProbability: 0.48,
      favorite: { side: "away", odds: -150 },
    }),
  );
  const record = aPrediction(legs, { odds: 700, probability: 0.125, closingProbabilities });
  const ended = new Map(
    outcomes.flatMap((outcome, index) => {
      const result = results[outcome];
      return result ? [[String(index), result] as const] : [];
    }),
  );
  const { settlement, ...outcome } = present(settlePrediction(record, ended, settledAt));
  return { ...record, ...outcome, ...settlement, settledAt };
};
const score = (...of: Parameters<typeof settled>) => present(scoreOf(settled(...of)));

describe("the score of a prediction", () => {
  it("is undefined while the prediction is open", () => {
    expect(scoreOf(settled(["won", "open", "won"]))).toBeUndefined();
  });

  it("contains our probability, the market's, and the profit of one unit", () => {
    expect(score(["won", "won", "won"])).toMatchObject({ outcome: "won", profit: 7 });
    const lost = score(["won", "lost", "won"]);
    expect(lost).toMatchObject({ outcome: "lost", profit: -1, probability: 0.125 });
    expect(lost.marketProbability).toBeCloseTo(0.48 ** 3, 12);
  });

  it("leaves pushed and void legs out of probability and price", () => {
    expect(score(["won", "push", "won"])).toMatchObject({ probability: 0.25, profit: 3 });
    expect(score(["void", "push", "lost"])).toMatchObject({ probability: 0.5, profit: -1 });
    expect(score(["push", "push", "push"])).toMatchObject({ outcome: "push", profit: 0 });
    expect(score(["void", "void", "void"])).toMatchObject({ outcome: "void", profit: 0 });
  });

  it("compares the price with the closing probability when every counted leg has one", () => {
    expect(score(["won", "lost", "won"], [0.5, 0.55, 0.5]).closingValue).toBeCloseTo(0.1, 10);
    expect(score(["won", "push", "won"], [0.55, null, 0.5]).closingValue).toBeCloseTo(0.1, 10);
    expect(score(["won", "lost", "won"], [0.5, null, 0.5]).closingValue).toBeNull();
    expect(score(["push", "push", "push"], [0.5, 0.5, 0.5]).closingValue).toBeNull();
  });

  it("contains one unit on the favorite of each game", () => {
    const { favorites } = score(["lost", "won", "push"]);
    expect(favorites).toEqual([
      { won: true, profit: expect.closeTo(2 / 3, 12) as number },
      { won: false, profit: -1 },
    ]);
  });
});
