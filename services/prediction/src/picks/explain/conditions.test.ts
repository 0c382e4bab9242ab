import { describe, expect, it } from "vitest";
import type { Condition } from "../../engine/types.ts";
import { present } from "../../testing/present.ts";
import { simulatedSeason } from "../../testing/season.ts";
import { candidatesOf } from "../candidates.ts";
import { conditionArguments } from "./conditions.ts";
import { collectFacts } from "./facts.ts";

const { slates, ratings } = await simulatedSeason();
const some = present(candidatesOf(slates.current("nba"), ratings("nba"))[0]);
const teams = { home: "Hawks", away: "Bulls", homeStarter: "ACE-R", awayStarter: "OTHER-L" };
const game = { ...some.game, ...teams };

const written = (...conditions: Condition[]) => {
  const facts = collectFacts();
  const factors = { ...some.factors, conditions };
  const current = { game, factors, isCurrent: true };
  return { sentences: conditionArguments(current, facts).map(({ text }) => text), ...facts };
};
const none = { home: null, away: null };

describe("the sentence of a condition", () => {
  it.each<[Condition, string]>([
    [{ name: "bye", points: 20.1, ...none }, "a bye week is worth 20 rating points to Hawks."],
    [
      { name: "shortWeek", points: -9, ...none },
      "a short week of Hawks is worth 9 rating points to Bulls.",
    ],
    [
      { name: "homeBackToBack", points: -30.5, ...none },
      "a game of Hawks the day before is worth 31 rating points to Bulls.",
    ],
    [
      { name: "load", points: 5.2, home: 2, away: 4 },
      "the number of games in seven days (Hawks 2, Bulls 4) is worth 5 rating points to Hawks.",
    ],
    [
      { name: "starters", points: -22, home: -2.1, away: 21 },
      "starting pitching (Hawks −2, Bulls 21) is worth 22 rating points to Bulls.",
    ],
    [
      { name: "age", points: 54, home: 33, away: 38 },
      "age in years (Hawks 33, Bulls 38) is worth 54 rating points to Hawks.",
    ],
    [
      { name: "age", points: 54, home: 33, away: null },
      "age in years is worth 54 rating points to Hawks.",
    ],
    [
      { name: "reach", points: 3.5, home: 190.5, away: 188 },
      "reach in cm (Hawks 190.5, Bulls 188) is worth 4 rating points to Hawks.",
    ],
    [
      { name: "streak", points: 30.2, home: 5, away: -1 },
      "the run of wins or losses (Hawks 5, Bulls −1) is worth 30 rating points to Hawks.",
    ],
    [
      { name: "redCorner", points: -4, ...none },
      "the red corner is worth 4 rating points to Bulls.",
    ],
  ])("%o", (condition, sentence) => {
    expect(written(condition).sentences).toEqual([sentence]);
  });

  it("is left out when games since the last rated one could have changed it", () => {
    const conditions: Condition[] = [
      { name: "layoff", points: 39.3, home: 33, away: 41 },
      { name: "age", points: 7, home: 33, away: 32 },
      { name: "load", points: 5.2, home: 2, away: 4 },
    ];
    const late = { game, factors: { ...some.factors, conditions }, isCurrent: false };
    expect(conditionArguments(late, collectFacts())).toEqual([
      {
        text: "age in years (Hawks 33, Bulls 32) is worth 7 rating points to Hawks.",
        favors: "home",
      },
    ]);
  });

  it("speaks of starting pitching only where both starters are announced", () => {
    const conditions: Condition[] = [{ name: "starters", points: -22, home: -2.1, away: 21 }];
    const factors = { ...some.factors, conditions };
    const unnamed = { game: { ...game, awayStarter: undefined }, factors, isCurrent: true };
    expect(conditionArguments(unnamed, collectFacts())).toEqual([]);
  });

  it("exists for the three largest conditions, with their numbers as factors", () => {
    const { sentences, factors } = written(
      { name: "layoff", points: -39.3, home: 33, away: 41 },
      { name: "streak", points: 30.2, home: 5, away: -1 },
      { name: "knockouts", points: -10.2, home: 1, away: 0 },
      { name: "age", points: -7, home: 33, away: 32 },
    );
    expect(sentences).toHaveLength(3);
    expect(factors).toContainEqual({ name: "layoff", value: 39.3, unit: "rating" });
    expect(factors).toContainEqual({ name: "layoff away", value: 41, unit: "count" });
    expect(written({ name: "age", points: 2.9, home: 33, away: 32 }).sentences).toEqual([]);
  });
});
