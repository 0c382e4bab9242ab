import { expect, it } from "vitest";
import { betsOf, heldPicks } from "./held-picks.ts";
import type { Wager } from "./prediction.ts";

const fields = {
  createdAt: new Date("2026-11-21T12:00:00Z"),
  riskLevel: "moderate",
  probability: 0.4,
} as const;

const leg = (gameId: string, side: "home" | "away", line?: number) => {
  const wager: Wager =
    line === undefined ? { market: "moneyline", side } : { market: "spread", side, line };
  return { gameId, wager };
};

it("refuses a pick that the user holds, in any order of its legs and at any line", () => {
  const held = heldPicks();
  held.add({ id: "prd_1", ...fields, legs: [leg("a", "home"), leg("b", "away", 3.5)] });
  expect(held.includes("prd_1")).toBe(true);
  expect(held.accepts(betsOf([leg("b", "away", 4.5), leg("a", "home")]))).toBe(false);
  expect(held.accepts(betsOf([leg("a", "home")]))).toBe(true);
});

it("refuses another side of a market that is part of an open pick", () => {
  const held = heldPicks();
  held.add({ id: "prd_1", ...fields, legs: [leg("a", "home"), leg("b", "home")] });
  expect(held.accepts(betsOf([leg("a", "away"), leg("c", "home")]))).toBe(false);
  expect(held.accepts(betsOf([leg("a", "away", -1.5)]))).toBe(true);
});

it("accepts a pick and the other side again once every pick with them is removed", () => {
  const held = heldPicks();
  held.add({ id: "prd_1", ...fields, legs: [leg("a", "home")] });
  held.add({ id: "prd_2", ...fields, legs: [leg("a", "home"), leg("b", "home")] });
  held.remove("prd_1");
  expect(held.accepts(betsOf([leg("a", "home")]))).toBe(true);
  expect(held.accepts(betsOf([leg("a", "away")]))).toBe(false);
  held.remove("prd_2");
  expect(held.accepts(betsOf([leg("a", "away")]))).toBe(true);
});

it("keeps only what it needs of a whole prediction, which would fill the memory", () => {
  const held = heldPicks();
  const legs = [{ ...leg("a", "home"), reasoning: "long" }];
  const whole = { id: "prd_1", ...fields, summary: "long", legs };
  held.add(whole);
  const bets = betsOf([leg("a", "home")]);
  expect(held.since(new Date(0))).toEqual([{ id: "prd_1", ...fields, bets }]);
});

it("counts a pick once that is added twice", () => {
  const held = heldPicks();
  held.add({ id: "prd_1", ...fields, legs: [leg("a", "home")] });
  held.add({ id: "prd_1", ...fields, legs: [leg("a", "home")] });
  held.remove("prd_1");
  expect(held.accepts(betsOf([leg("a", "away")]))).toBe(true);
});
