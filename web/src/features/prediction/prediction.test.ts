import { describe, expect, it } from "vitest";
import { clampStake, parseStake } from "#/stores/prediction-form-store.ts";
import { aPrediction } from "#/testing/server.ts";
import { buildRequest } from "./machine/use-prediction.ts";
import { toResultView } from "./machine/outcome.ts";
import { priceAge } from "#/shared/slate.ts";
import { shortName } from "./result/team-names.ts";

describe("names", () => {
  it.each([
    ["Utah Jazz", "Utah Jazz"],
    ["Chicago Bull", "Chicago Bull"],
    ["Boston Celtics", "BOS Celtics"],
    ["Oklahoma City Thunder", "OKC Thunder"],
    ["Minnesota Timberwolves", "MIN Wolves"],
    ["Los Angeles Clippers", "LA Clippers"],
    ["Portland Trail Blazers", "POR Blazers"],
    ["Ohio State Buckeyes", "OS Buckeyes"],
    ["Alexander Volkanovski", "A. Volkanovski"],
    ["Wolverhampton", "Wolverhampton"],
    ["Royal Antwerp FC", "R. Antwerp"],
    ["Germaine de Randamie", "G. de Randamie"],
  ])("%s is shown as %s", (name, shown) => expect(shortName(name)).toBe(shown));
});

it("a stake stays between 1 and 10000, and what is no number becomes 100", () => {
  expect([0, -5, 1, 99.5, 10_000, 10_001, Number.NaN, Infinity].map(clampStake)).toEqual([
    1, 1, 1, 99.5, 10_000, 10_000, 100, 100,
  ]);
});

it("a stake may be typed with commas between thousands, and other commas are no number", () => {
  expect(["1,000", " 1,234.5 ", "10,00", "1,5", "", "25"].map(parseStake)).toEqual([
    1000,
    1234.5,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    25,
  ]);
});

it("two requests of a moment differ in their query and number", () => {
  const request = { sport: "nhl", risk: "moderate", stake: 50 } as const;
  const first = buildRequest({ ...request, requestCount: 1 });
  const second = buildRequest({ ...request, requestCount: 2 });
  expect(first.query).not.toBe(second.query);
  expect(first).toMatchObject({ forceNew: true, stake: 50, requestCount: 1 });
  expect(first.randomize).toBeUndefined();
  expect(buildRequest({ ...request, risk: "insane", requestCount: 1 }).randomize).toBeTypeOf(
    "number",
  );
});

describe("answers", () => {
  it("several bets are paid at the parlay's odds, one at its own", () => {
    const parlay = aPrediction();
    expect(toResultView(parlay)).toMatchObject({ kind: "prediction", odds: 423 });
    expect(toResultView({ ...parlay, bets: parlay.bets.slice(0, 1) })).toMatchObject({
      odds: -150,
    });
  });

  it("shows the unclear orb for no bets with zero confidence", () => {
    const failed = { bets: [], confidence: 0, recommendation: "Failed." } as const;
    expect(toResultView({ ...failed, bets: [] })).toEqual({ kind: "unclear" });
  });

  it("another message is an update", () => {
    expect(toResultView({ bets: [], error: "No games." })).toEqual({
      kind: "update",
      message: "No games.",
    });
  });
});

it("the age of prices is told in minutes, later in hours", () => {
  const at = (minutes: number) =>
    priceAge("2026-11-21T10:00:00Z", Date.parse("2026-11-21T10:00:00Z") + minutes * 60_000);
  expect([at(0.5), at(3), at(89), at(150)]).toEqual([
    "prices just now",
    "prices 3 min old",
    "prices 89 min old",
    "prices 3 h old",
  ]);
});
