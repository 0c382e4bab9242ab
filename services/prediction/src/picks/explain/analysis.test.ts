import { describe, expect, it } from "vitest";
import { expectedValue } from "@orbline/proto/constants/predictions";
import { present } from "../../testing/present.ts";
import type { Factor, Leg, Pick } from "../../domain/prediction.ts";
import { riskLevels, type RiskLevel } from "../../domain/risk.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import { simulatedSeason } from "../../testing/season.ts";
import { formatFactor } from "./facts.ts";
import { slatePicks } from "../slate-picks.ts";
import { americanToDecimal } from "../../domain/odds.ts";

const season = await simulatedSeason();
const picks = slatePicks(season);

const firstPicks = (sport: Sport, riskLevel: RiskLevel, count: number): Pick[] =>
  Array.from({ length: count }, (_, index) => {
    const choice = picks.find({ sport, riskLevel, n: index + 1 });
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

/** Every figure but the month of the oldest results. */
const numbersIn = (text: string) =>
  text.replace(/up to \w+ \d{4}\./, "").match(/[+−-]?\d[\d.,]*\d%?|[+−-]?\d%?/g) ?? [];

const unexplained = (text: string, factors: readonly Factor[]) => {
  const printed = new Set(
    factors.flatMap((factor) => [formatFactor(factor), `+${formatFactor(factor)}`]),
  );
  return numbersIn(text).filter((number) => !printed.has(number));
};

describe("over 300 analyses", () => {
  it("has every number of every sentence among the factors", () => {
    expect(analyses.length).toBeGreaterThanOrEqual(300);
    for (const { reasoning, factors } of analyses)
      expect(unexplained(reasoning, factors)).toEqual([]);
    for (const leg of legs)
      expect(unexplained(withoutNames(leg.reasoning, leg), leg.factors)).toEqual([]);
  });

  it("mentions every factor", () => {
    const texts = [
      ...legs.map(({ reasoning, factors }) => ({ text: reasoning, factors })),
      ...analyses.map(({ reasoning, summary, factors }) => ({
        text: [...(summary ?? []), reasoning].join(" "),
        factors,
      })),
    ];
    for (const { text, factors } of texts)
      for (const factor of factors) expect(text).toContain(formatFactor(factor));
  });

  it("finds a number without a factor", () => {
    const { reasoning, factors } = present(analyses[0]);
    expect(unexplained(`${reasoning} It won 7 of 9.`, factors)).toEqual(["7", "9"]);
  });

  it("writes whole sentences: no empty value, no double space, a full stop at the end", () => {
    for (const { reasoning } of [...analyses, ...legs]) {
      expect(reasoning).not.toMatch(/undefined|null|NaN|Infinity|[^\S\n]{2}|-\d/);
      for (const line of reasoning.split(/\n+/)) expect(line).toMatch(/^[\p{Lu}\d].*\.$/u);
    }
  });

  it("claims no edge of the model where only the market counts", () => {
    const led = sports.filter((sport) => season.ratings(sport).model.blend.model === 0);
    const picksOf = led.flatMap((sport) =>
      riskLevels.flatMap((riskLevel) => firstPicks(sport, riskLevel, 15)),
    );
    expect(picksOf.length).toBeGreaterThan(200);
    const legsOf = picksOf.flatMap((pick) => pick.legs);
    for (const { reasoning, modelProbability } of legsOf) {
      expect(reasoning).not.toMatch(/edge|value bet|guarante|lock|sure/i);
      expect(reasoning).toContain(
        formatFactor({ name: "", value: modelProbability, unit: "probability" }),
      );
    }
    for (const { reasoning, legs: own } of picksOf) {
      expect(reasoning).toContain("We use the market's probability");
      const hasOffer = own.some(({ edge }) => edge > 0);
      expect(reasoning.includes("not from our model")).toBe(hasOffer);
    }
  });

  it("has break-even, both probabilities, the edge and the sample of each leg as factors", () => {
    for (const { factors, odds, probability } of legs) {
      const values = new Map(factors.map(({ name, value }) => [name, value]));
      expect(values.get("break-even")).toBeCloseTo(1 / americanToDecimal(odds), 10);
      expect(values.get("edge")).toBe(expectedValue(probability, americanToDecimal(odds)));
      for (const name of ["model probability", "market probability", "fair odds", "odds"])
        expect(values.has(name)).toBe(true);
      expect(values.get("back-test calls")).not.toBe(0);
    }
    const moneylines = legs.filter(({ wager }) => wager.market === "moneyline");
    const sampled = legs.filter(({ factors }) =>
      factors.some(({ name }) => name === "back-test calls"),
    );
    expect(sampled.filter((leg) => !moneylines.includes(leg))).toEqual([]);
    // A probability beyond all of the back-test has no sample.
    expect(sampled.length).toBeGreaterThan(0.95 * moneylines.length);
    for (const { factors, breakEven, probability, odds } of analyses) {
      const values = new Map(factors.map(({ name, value }) => [name, value]));
      expect(values.get("break-even")).toBe(breakEven);
      expect(values.get("total edge")).toBe(expectedValue(probability, americanToDecimal(odds)));
    }
  });

  it("puts three lines about a leg before the rest, and no line begins with But or And", () => {
    for (const { reasoning } of legs) {
      const [front, ...rest] = reasoning.split("\n\n");
      const [ratings, chance, price, ...more] = present(front).split("\n");
      expect(more).toEqual([]);
      expect(rest.length).toBeLessThanOrEqual(1);
      expect(ratings).toMatch(/^Ratings(?:, against the pick)?: /);
      expect(chance).toMatch(/: (?:our model alone|the market) says /);
      expect(price).toMatch(/^Price: /);
    }
    for (const { reasoning, legs: own } of analyses) {
      const [front, sources] = reasoning.split("\n\n");
      expect(present(front).split("\n").length).toBe(own.length === 1 ? 4 : 5);
      expect(sources).toBeTruthy();
    }
    for (const { reasoning } of [...analyses, ...legs])
      expect(reasoning).not.toMatch(/(?:^|\n|\. )(?:But|And) /);
  });

  it("writes short sentences", () => {
    for (const { reasoning } of [...analyses, ...legs])
      for (const sentence of reasoning.split(/\n+|(?<=\.) (?=[A-Z])/))
        expect(sentence.length).toBeLessThanOrEqual(150);
  });

  it("names a spread with the line of the backed team", () => {
    const spreads = legs.filter(({ wager }) => wager.market === "spread");
    expect(spreads.length).toBeGreaterThan(50);
    for (const { reasoning, betType, betOn } of spreads)
      expect(reasoning).toContain(`\n${betOn} ${betType.replace("Spread ", "")}: `);
  });

  it("names a soccer draw against both teams", () => {
    const draws = firstPicks("soccer", "moderate", 150)
      .flatMap((pick) => pick.legs)
      .filter(({ wager }) => wager.side === "draw");
    expect(draws.length).toBeGreaterThan(0);
    for (const { betOn, opponent, game, reasoning } of draws) {
      expect(betOn).toBe("Draw");
      expect(opponent).toBe(game.replace(" vs ", " / "));
      expect(reasoning).toContain("\nDraw: our model alone says ");
    }
  });

  it("says how old the ratings are", () => {
    for (const { reasoning } of analyses)
      expect(reasoning).toMatch(/Oldest results used: up to [A-Z][a-z]+ \d{4}\./);
  });
});

it("says how settled predictions near its probability ended, and follows the track record", () => {
  let band = { from: 0.4, to: 0.45, n: 12, won: 5 };
  let current = { updatedAt: new Date(0), records: [], lastSettled: undefined };
  const trackRecord = { current: () => current, bandOf: () => band };
  const own = slatePicks({ ...season, trackRecord });
  const reasoning = () => {
    const choice = own.find({ sport: "nba", riskLevel: "moderate", n: 1 });
    return choice.kind === "found" ? choice.pick.reasoning : choice.reason;
  };
  expect(reasoning()).toContain("Settled NBA predictions at 40.0% to 45.0%: 5 of 12 won.");
  band = { ...band, n: 13, won: 6 };
  expect(reasoning()).toContain("5 of 12 won");
  current = { ...current };
  expect(reasoning()).toContain("Settled NBA predictions at 40.0% to 45.0%: 6 of 13 won.");
});

describe("a printed factor", () => {
  it.each([
    [0.1234, "probability", "12.3%"],
    [0.04661, "probability", "4.66%"],
    [0.95339, "probability", "95.34%"],
    [0.04661, "rate", "4.7%"],
    [-0.02, "rate", "−2.0%"],
    [150, "odds", "+150"],
    [-110, "odds", "−110"],
    [3, "points", "3"],
    [-3.46, "points", "−3.5"],
    [1503.25, "rating", "1,503"],
    [-29.5, "rating", "−30"],
    [-0.04, "rating", "0"],
    [-0.04, "points", "0"],
    [1315, "count", "1,315"],
    [-0.0004, "rate", "0.0%"],
    [1.909, "decimal", "1.91"],
    [12, "days", "12"],
  ] as const)("%d as %s is %s", (value, unit, text) => {
    expect(formatFactor({ name: "any", value, unit })).toBe(text);
  });
});
