import { describe, expect, it } from "vitest";
import { createRatingSystem } from "../ratings/rating-system.ts";
import { observedGames } from "../features/game.ts";
import { noRatings } from "../ratings/rating.ts";
import { ratingSystemLoss } from "./tune.ts";
import type { FinishedGame } from "../types.ts";

const params = { home: 0.3, noise: 1, slope: 1, homeBackToBack: 0, awayBackToBack: 0, load: 0 };
const won: FinishedGame = {
  date: "2021-01-13",
  season: 2021,
  home: "A",
  away: "B",
  result: { kind: "score", home: 4, away: 2 },
};
const expensive = { ...won, prices: { home: 300, draw: null, away: -300 } };

const lossOn = (name: "kalman" | "elo", game: FinishedGame): number =>
  ratingSystemLoss("nhl", name, params, observedGames("nhl", [game]), 0);
const chanceOf = (name: "kalman" | "elo"): number => {
  const [match] = observedGames("nhl", [won]);
  if (match === undefined) throw new Error("no match");
  return createRatingSystem(name, "nhl", params).forecast(noRatings(), match).home;
};

describe("the loss of the tuning", () => {
  it("is the result of a game without a price", () => {
    expect(lossOn("kalman", won)).toBeCloseTo(-Math.log(chanceOf("kalman")), 12);
  });

  it("is mostly the closing price when the settings say so", () => {
    const p = chanceOf("kalman");
    const ofPrice = -0.25 * Math.log(p) - 0.75 * Math.log(1 - p);
    expect(lossOn("kalman", expensive)).toBeCloseTo(0.7 * ofPrice - 0.3 * Math.log(p), 12);
  });

  it("stops when a schedule feature of the sport has no weight", () => {
    const { load: _load, ...incomplete } = params;
    expect(() => createRatingSystem("kalman", "nhl", incomplete)).toThrow(
      'the nhl schedule feature "load" has no weight',
    );
  });

  it("is the result for the plain Elo of the comparison", () => {
    expect(lossOn("elo", expensive)).toBeCloseTo(-Math.log(chanceOf("elo")), 12);
  });
});
