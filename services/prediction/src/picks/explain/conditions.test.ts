import { describe, expect, it } from "vitest";
import type { Condition } from "../../engine/types.ts";
import { present } from "../../testing/present.ts";
import { simulatedSeason } from "../../testing/season.ts";
import { candidatesOf } from "../candidates.ts";
import { conditionSentences } from "./conditions.ts";
import { collectFacts } from "./facts.ts";

const { slates, ratings } = await simulatedSeason();
const some = present(candidatesOf(slates.current("nba"), ratings("nba"))[0]);
const teams = { home: "Hawks", away: "Bulls", homeStarter: "ACE-R", awayStarter: "OTHER-L" };
const game = { ...some.game, ...teams };

const written = (...conditions: Condition[]) => {
  const facts = collectFacts();
  const factors = { ...some.factors, conditions };
  const current = { game, factors, isCurrent: true };
  return { sentences: conditionSentences(current, facts), ...facts };
};
const none = { home: null, away: null };

describe("the sentence of a condition", () => {
  it.each<[Condition, string]>([
    [{ name: "bye", points: 20.1, ...none }, "A bye week is worth 20.1 to Hawks."],
    [{ name: "shortWeek", points: -9, ...none }, "A short week of Hawks is worth 9.0 to Bulls."],
    [
      { name: "homeBackToBack", points: -30.5, ...none },
      "A game of Hawks the day before is worth 30.5 to Bulls.",
    ],
    [
      { name: "load", points: 5.2, home: 2, away: 4 },
      "Load, 2 against 4 games in seven days, is worth 5.2 to Hawks.",
    ],
    [
      { name: "starters", points: -22, home: -2.1, away: 21 },
      "Starting pitching, −2.1 against 21.0, is worth 22.0 to Bulls.",
    ],
    [
      { name: "age", points: 54, home: 33, away: 38 },
      "Age, 33 against 38 years, is worth 54.0 to Hawks.",
    ],
    [{ name: "age", points: 54, home: 33, away: null }, "Age is worth 54.0 to Hawks."],
    [
      { name: "reach", points: 3.5, home: 190.5, away: 188 },
      "Reach, 190.5 against 188 cm, is worth 3.5 to Hawks.",
    ],
    [
      { name: "streak", points: 30.2, home: 5, away: -1 },
      "The run of wins (losses below zero), 5 against −1, is worth 30.2 to Hawks.",
    ],
    [{ name: "redCorner", points: -4, ...none }, "The red corner is worth 4.0 to Bulls."],
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
    expect(conditionSentences(late, collectFacts())).toEqual([
      "Age, 33 against 32 years, is worth 7.0 to Hawks.",
    ]);
  });

  it("speaks of starting pitching only where both starters are announced", () => {
    const conditions: Condition[] = [{ name: "starters", points: -22, home: -2.1, away: 21 }];
    const factors = { ...some.factors, conditions };
    const unnamed = { game: { ...game, awayStarter: undefined }, factors, isCurrent: true };
    expect(conditionSentences(unnamed, collectFacts())).toEqual([]);
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
