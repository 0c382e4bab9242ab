import { newPredictionResponseSchema } from "@orbline/proto/http/prediction/prediction";
import { describe, expect, it } from "vitest";
import { parseStake } from "#/stores/prediction-form-store.ts";
import { aPrediction } from "#/testing/server.ts";
import { buildRequest } from "./machine/use-prediction.ts";
import { payoutOdds, toResultView } from "./outcome.ts";
import { priceAge } from "#/shared/slate.ts";
import { shortName } from "./names.ts";

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
  ["Orlando City / Seattle Sounders", "Orlando City / SEA Sounders"],
  ["Wolverhampton", "Wolverhampton"],
  ["Royal Antwerp FC", "R. Antwerp"],
  ["Germaine de Randamie", "G. de Randamie"],
  ["Dricus Du Plessis", "D. Du Plessis"],
  ["UD Las Palmas", "Las Palmas"],
  ["AS Saint-Etienne", "Saint-Etienne"],
  ["Massachusetts", "UMass"],
  ["Beerschot-Wilrijk", "Beerschot"],
])("shortens the name %s to %s", (name, shown) => expect(shortName(name)).toBe(shown));

it.each([
  ["1,000", 1000],
  [" 1,234.5 ", 1234.5],
  ["25", 25],
  ["10,00", 10],
  ["12,5", 12.5],
  ["0", 1],
  ["-5", 1],
  ["10001", 10_000],
  ["", 100],
  ["abc", undefined],
  ["1,2,3", undefined],
  ["Infinity", undefined],
])("parses the typed stake %j as %s", (text, stake) => expect(parseStake(text)).toBe(stake));

it("sends a different query and request count for each request", () => {
  const request = { sport: "nhl", risk: "moderate", stake: 50 } as const;
  const first = buildRequest({ ...request, requestCount: 1 });
  const second = buildRequest({ ...request, requestCount: 2 });
  const insane = buildRequest({ ...request, risk: "insane", requestCount: 1 });
  expect(first.query).not.toBe(second.query);
  expect(first).toMatchObject({ forceNew: true, stake: 50, requestCount: 1 });
  expect(first.randomize).toBeUndefined();
  expect(insane.randomize).toBeTypeOf("number");
});

it("pays several bets at the parlay's odds and a single bet at its own odds", () => {
  const parlay = aPrediction();
  expect(payoutOdds(parlay)).toBe(423);
  expect(payoutOdds({ ...parlay, bets: parlay.bets.slice(0, 1) })).toBe(-150);
});

describe("a response without a prediction", () => {
  it("shows the unclear orb when its confidence is zero", () => {
    const failed = { bets: [] as [], confidence: 0, recommendation: "Failed." } as const;
    expect(toResultView(failed)).toEqual({ kind: "unclear" });
  });

  it.each([
    [{ error: "Failed to generate prediction" }],
    [{ recommendation: "Failed to generate prediction" }],
  ])("shows the unclear orb for %o", (text) => {
    expect(toResultView({ bets: [], ...text })).toEqual({ kind: "unclear" });
  });

  it.each([
    [{ error: "No games.", predictionError: "b", recommendation: "c" }, "No games."],
    [{ predictionError: "No odds.", recommendation: "c" }, "No odds."],
    [{ recommendation: "Try later." }, "Try later."],
    [{}, undefined],
  ])("shows an update with the most important text of %o", (texts, message) => {
    expect(toResultView({ bets: [], ...texts })).toEqual({ kind: "update", message });
  });
});

it.each([
  [{ error: "Failed to generate prediction" }, { kind: "unclear" }],
  [{ error: "No games." }, { kind: "update", message: "No games." }],
  [
    { bets: [], confidence: 0.4, error: "No games." },
    { kind: "update", message: "No games." },
  ],
])("reads %o, a response without bets, whatever else it leaves out", (response, view) => {
  expect(toResultView(newPredictionResponseSchema.parse(response))).toEqual(view);
});

it("shows an update with the error that comes beside bets", () => {
  const response = newPredictionResponseSchema.parse({ ...aPrediction(), error: "Odds feed down" });
  expect(toResultView(response)).toEqual({ kind: "update", message: "Odds feed down" });
});

it.each([
  [0.5, "odds just updated"],
  [3, "odds 3 min old"],
  [89, "odds 89 min old"],
  [150, "odds 3 h old"],
])("shows the age of prices after %d minutes as %s", (minutes, shown) => {
  const pricedAt = "2026-11-21T10:00:00Z";
  expect(priceAge({ kind: "live", pricedAt }, Date.parse(pricedAt) + minutes * 60_000)).toBe(shown);
});
