import { describe, expect, it } from "vitest";
import { present } from "../testing/present.ts";
import type { Factor, Leg, Pick } from "../domain/prediction.ts";
import { riskLevels, type RiskLevel } from "../domain/risk.ts";
import { sports, type Sport } from "../domain/sport.ts";
import { simulatedSeason } from "../testing/season.ts";
import { formatFactor } from "./facts.ts";
import { slatePicks } from "./slate-picks.ts";

const season = await simulatedSeason();
const picks = slatePicks(season);

const firstPicks = (sport: Sport, riskLevel: RiskLevel, count: number): Pick[] =>
  Array.from({ length: count }, (_, index) => {
    const choice = picks.choose({ sport, riskLevel, n: index + 1 });
    if (choice.kind === "none") throw new Error(`${sport} ${riskLevel}: ${choice.reason}`);
    return choice.pick;
  });

/** 300 analyses over all sports and risks. */
const analyses = sports.flatMap((sport) =>
  riskLevels.flatMap((riskLevel) => firstPicks(sport, riskLevel, 15)),
);
const legs = analyses.flatMap((pick) => pick.legs);

/** Names such as San Francisco 49ers and Schalke 04 are no figures. */
const withoutNames = (text: string, { game, betOn }: Leg) =>
  [...game.split(" vs "), betOn].reduce((rest, name) => rest.replaceAll(name, "…"), text);

const numbersIn = (text: string) => text.match(/[+−-]?\d[\d.,]*\d%?|[+−-]?\d%?/g) ?? [];

const unexplained = (text: string, factors: readonly Factor[]) => {
  const printed = new Set(
    factors.flatMap((factor) => [formatFactor(factor), `+${formatFactor(factor)}`]),
  );
  return numbersIn(text).filter((number) => !printed.has(number));
};

describe("over 300 analyses", () => {
  it("every number of every sentence is among the factors", () => {
    expect(analyses.length).toBeGreaterThanOrEqual(300);
    for (const { reasoning, factors } of analyses)
      expect(unexplained(reasoning, factors)).toEqual([]);
    for (const leg of legs)
      expect(unexplained(withoutNames(leg.reasoning, leg), leg.factors)).toEqual([]);
  });

  it("every factor is said", () => {
    for (const { reasoning, factors } of [...analyses, ...legs])
      for (const factor of factors) expect(reasoning).toContain(formatFactor(factor));
  });

  it("a number that is no factor would be found", () => {
    const { reasoning, factors } = present(analyses[0]);
    expect(unexplained(`${reasoning} It won 7 of 9.`, factors)).toEqual(["7", "9"]);
  });

  it("the sentences are whole: no empty value, no doubled space, a full stop at the end", () => {
    for (const { reasoning } of [...analyses, ...legs]) {
      expect(reasoning).not.toMatch(/undefined|null|NaN|Infinity|\s{2}|-\d/);
      expect(reasoning).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("nothing claims that the model found an edge where the market leads", () => {
    for (const { reasoning, edge, modelProbability, marketProbability, probability } of legs) {
      expect(probability).toBeCloseTo(marketProbability, 9);
      expect(reasoning).not.toMatch(/edge|value bet|guarante|lock|sure/i);
      expect(reasoning).toContain("The market's figure counts");
      expect(reasoning.includes("not from anything the model found")).toBe(edge > 0);
      expect(reasoning).toContain(
        formatFactor({ name: "", value: modelProbability, unit: "probability" }),
      );
    }
  });

  it("a spread is named with its line, on the side that is backed", () => {
    const spreads = legs.filter(({ wager }) => wager.market === "spread");
    expect(spreads.length).toBeGreaterThan(50);
    for (const { reasoning, betType, betOn } of spreads)
      expect(reasoning).toContain(`For ${betOn} at ${betType.replace("Spread ", "")} the model`);
  });

  it("a soccer draw is called by its name against both sides", () => {
    const draws = firstPicks("soccer", "moderate", 150)
      .flatMap((pick) => pick.legs)
      .filter(({ wager }) => wager.side === "draw");
    expect(draws.length).toBeGreaterThan(0);
    for (const { betOn, opponent, game, reasoning } of draws) {
      expect(betOn).toBe("Draw");
      expect(opponent).toBe(game.replace(" vs ", " / "));
      expect(reasoning).toContain("For a draw the model");
    }
  });

  it("old ratings are told to be old", () => {
    for (const { reasoning } of legs)
      expect(reasoning).toMatch(/The results behind these ratings end \d+ days before this game\./);
  });
});

describe("a printed factor", () => {
  it.each([
    [0.1234, "probability", "12.3%"],
    [-0.02, "rate", "−2.0%"],
    [150, "odds", "+150"],
    [-110, "odds", "−110"],
    [3, "points", "3"],
    [-3.46, "points", "−3.5"],
    [1503.25, "rating", "1503.3"],
    [1.909, "decimal", "1.91"],
    [12, "days", "12"],
  ] as const)("%d as %s is %s", (value, unit, text) => {
    expect(formatFactor({ name: "any", value, unit })).toBe(text);
  });
});
