import { beforeAll, describe, expect, it } from "vitest";
import { probabilityText, shownPercent } from "@orbline/proto/constants/predictions";
import type { Leg, Pick } from "../../domain/prediction.ts";
import { riskLevels } from "../../domain/risk.ts";
import { sports } from "../../domain/sport.ts";
import { present } from "../../testing/present.ts";
import { simulatedSeason } from "../../testing/season.ts";
import { slatePicks } from "../slate-picks.ts";

const percent = probabilityText;
/** The expected value that follows from two figures as they are printed: an estimate and American odds. */
function valueOf(estimate: string, odds: string): string {
  const price = Number(odds.replace("\u2212", "-"));
  const decimal = price > 0 ? 1 + price / 100 : 1 - 100 / price;
  const value = ((Number(estimate.replace("%", "")) * decimal - 100) / 100).toFixed(6);
  const shown = (Number(value) * 100).toFixed(1);
  return `${Number(shown) > 0 ? "+" : ""}${shown}%`.replace("-0.0", "0.0").replace("-", "\u2212");
}
const americanOdds = (odds: number) => (odds > 0 ? `+${odds}` : `\u2212${-odds}`);

const wanted = 2_000;
let predictions: Pick[] = [];
let legs: Leg[] = [];

/** Distinct predictions of all sports and risks, from as many seasons as it takes. */
beforeAll(async () => {
  const found = new Map<string, Pick>();
  for (let season = 0; found.size < wanted; season += 1) {
    const picks = slatePicks(await simulatedSeason({ seed: `closing ${season}` }));
    for (const sport of sports)
      for (const riskLevel of riskLevels)
        for (let n = 1; n <= 60; n += 1) {
          const choice = picks.find({ sport, riskLevel, n });
          if (choice.kind === "none") continue;
          const { pick } = choice;
          const name = pick.legs.map(({ gameId, betOn, betType }) => gameId + betOn + betType);
          found.set(`${season} ${sport} ${name.join()}`, pick);
        }
  }
  predictions = [...found.values()];
  legs = predictions.flatMap((pick) => pick.legs);
}, 120_000);

/** The difference of two shown percentages in words. */
function difference(from: number, to: number): string {
  const points = Math.round((shownPercent(to) - shownPercent(from)) * 100) / 100;
  const size = Math.abs(points);
  if (size === 0) return "the same";
  return `${size} percentage ${size === 1 ? "point" : "points"} ${points > 0 ? "more" : "less"}`;
}

const sentencesOf = (text: string) => text.split(/\n+|(?<=[.)]) (?=[A-Z])/);

describe("over 2,000 generated predictions", () => {
  it("gives our estimate, break-even, their difference and the expected value as they are shown", () => {
    expect(predictions.length).toBeGreaterThanOrEqual(wanted);
    for (const { reasoning, summary, probability, breakEven, odds, legs: own } of predictions) {
      const book = own.length === 1 ? "" : ` at ${present(own[0]).book}`;
      const [estimate, needed] = [percent(probability), percent(breakEven)];
      const distance = difference(breakEven, probability);
      expect(reasoning).toContain(
        `You need ${needed} to break even at ${americanOdds(odds)}${book}; our estimate is ${estimate}, ${distance}. ` +
          `Expected value: ${valueOf(estimate, americanOdds(odds))} of the stake.`,
      );
      expect(present(summary).at(-1)).toBe(
        `The price needs ${needed}; our estimate is ${estimate}, ${distance}.`,
      );
    }
  });

  it("shows an estimate so finely that the expected value is within half a point of the exact one", () => {
    const long = predictions.filter(({ probability }) => probability < 0.1);
    expect(long.length).toBeGreaterThan(100);
    for (const { reasoning, edge } of long) {
      const [, shown] = present(/Expected value: ([^ ]+)% of/.exec(reasoning) ?? undefined);
      const value = Number(present(shown).replace("\u2212", "-"));
      expect(Math.abs(value - edge * 100)).toBeLessThan(0.5);
    }
  });

  it("gives a chance to lose that adds up to 100.0% with the chance to win", () => {
    for (const { reasoning, probability } of predictions) {
      const [, loses] = present(
        /loses ([\d.]+)% of the time \(pushes/.exec(reasoning) ?? undefined,
      );
      expect(Number(loses) + shownPercent(probability)).toBeCloseTo(100, 9);
    }
  });

  it("multiplies the shown chances of the legs to the shown chance of the parlay", () => {
    for (const { reasoning, probability, legs: own } of predictions) {
      if (own.length === 1) continue;
      const printed = own.map((leg) => percent(leg.probability)).join(" \u00d7 ");
      expect(reasoning).toContain(`(${printed}, treated as independent)`);
      const product = own.reduce((joint, leg) => (joint * shownPercent(leg.probability)) / 100, 1);
      expect(shownPercent(product)).toBe(shownPercent(probability));
    }
  });

  it("says where break-even is to the likely range by the shown figures", () => {
    for (const { reasoning, breakEven, range } of predictions) {
      const [needed, from, to] = [breakEven, range.from, range.to].map(shownPercent) as [
        number,
        number,
        number,
      ];
      const span = `${percent(range.from)} to ${percent(range.to)}`;
      const place =
        needed < from
          ? "lies above break-even"
          : needed > to
            ? "lies below break-even"
            : "includes break-even";
      expect(reasoning).toContain(`${span}, ${place}`);
    }
  });

  it("gives each leg the model's, the market's and our number as they are shown", () => {
    for (const leg of legs) {
      const model = percent(leg.modelProbability);
      const market = percent(leg.marketProbability);
      expect(leg.reasoning).toContain(
        `: our model alone says ${model}, the market ${market} (sportsbooks' cut removed). ` +
          `Our estimate is ${percent(leg.probability)}`,
      );
      const value = valueOf(percent(leg.probability), americanOdds(leg.odds));
      expect(leg.reasoning).toContain(`, expected value ${value}.`);
    }
  });

  it("says why our estimate lies outside of the model and the market, and only then", () => {
    let outside = 0;
    for (const { reasoning, modelProbability, marketProbability, probability } of legs) {
      const isOutside = liesOutside(probability, [modelProbability, marketProbability]);
      const reason = isOutside ? corrected : "";
      expect(reasoning).toContain(`Our estimate is ${percent(probability)}${reason}.\n`);
      outside += isOutside ? 1 : 0;
    }
    expect(outside).toBeGreaterThan(500);
    expect(outside).toBeLessThan(legs.length - 500);
  });

  it("says in the summary, too, why our estimate lies outside of the model and the market", () => {
    let outside = 0;
    for (const { summary, legs: own } of predictions) {
      const [leg] = own;
      const sentence = present(summary)[1];
      if (!leg || !sentence?.startsWith("Our model alone says")) continue;
      const { modelProbability, marketProbability, probability } = leg;
      const isOutside = liesOutside(probability, [modelProbability, marketProbability]);
      const ending = ` ${percent(probability)}${isOutside ? corrected : ""}.`;
      expect(sentence.slice(-ending.length)).toBe(ending);
      outside += isOutside ? 1 : 0;
    }
    expect(outside).toBeGreaterThan(20);
  });
  const corrected = ", corrected by how such games ended before";
  const liesOutside = (estimate: number, parts: number[]) => {
    const [shown, ...others] = [estimate, ...parts].map(shownPercent) as [number, number, number];
    return shown < Math.min(...others) || shown > Math.max(...others);
  };

  it("subtracts the shown ratings", () => {
    for (const { reasoning } of legs) {
      const found = /^Ratings.*: .* ([\d,]+) points? ahead of .* \(([\d,]+) vs ([\d,]+)\)/i.exec(
        reasoning,
      );
      if (!found) continue;
      const [gap, upper, lower] = found.slice(1).map((text) => Number(text.replace(",", ""))) as [
        number,
        number,
        number,
      ];
      expect(upper - lower).toBe(gap);
    }
  });

  it("has bars that add up to the model's mark, and that agree with the sentences", () => {
    const withForces = legs.flatMap(({ forces, reasoning, betOn, wager }) =>
      forces ? [{ forces, reasoning, betOn, wager }] : [],
    );
    expect(withForces.length).toBeGreaterThan(0.8 * legs.length);
    for (const { forces, reasoning, betOn, wager } of withForces) {
      const total = forces.bars.reduce((sum, { value }) => sum + value, 0);
      expect(total).toBeCloseTo(forces.model, 6);
      const rated = /^Ratings(?:, against the pick)?: (.*) ([\d,]+) points? ahead of/.exec(
        reasoning,
      );
      const bar = forces.bars.find(({ name }) => name === "Ratings")?.value ?? 0;
      const isAhead = rated === null || bar === 0 ? undefined : rated[1] === betOn;
      expect(isAhead ?? bar > 0).toBe(bar > 0);
      const gap = rated ? Number(present(rated[2]).replace(",", "")) : 0;
      expect(wager.market === "spread" ? gap : Math.abs(bar)).toBe(gap);
    }
  });

  it("speaks of our estimate, our model and the market, and of no other numbers of ours", () => {
    for (const { reasoning, summary } of predictions)
      for (const text of [reasoning, ...present(summary)]) expect(text).not.toMatch(foreign);
    for (const { reasoning } of legs) expect(reasoning).not.toMatch(foreign);
  });
  const foreign = /(?<!our )\bmodel\b|(?<!the )\bmarket\b|\bwe put\b|confidence|prediction says/i;

  it("speaks of one point and of two points, and separates thousands", () => {
    const units = "point|day|case|game|prediction|book|leg|month";
    const texts = [...predictions, ...legs].map(({ reasoning }) => reasoning);
    for (const text of [...texts, ...predictions.flatMap(({ summary }) => present(summary))]) {
      expect(text).not.toMatch(
        new RegExp(`(?<![\\d.,])1 (?:rating |percentage )?(?:${units})s\\b`),
      );
      expect(text).not.toMatch(
        new RegExp(`(?:[02-9]|\\d1|[.,]1) (?:rating |percentage )?(?:${units})\\b`),
      );
      const withoutYear = text.replace(/up to \w+ \d{4}\./, "");
      expect(withoutYear).not.toMatch(/(?<![+\u2212\d])\d{4,}/);
    }
  });

  it("labels every sentence that speaks against its own pick", () => {
    let against = 0;
    for (const { reasoning, betOn, wager, opponent } of legs) {
      if (wager.side === "draw") continue;
      for (const sentence of sentencesOf(reasoning)) {
        const speaksAgainst =
          new RegExp(`^Ratings.*: ${literal(opponent)} [\\d,]+ point`).test(sentence) ||
          sentence.endsWith(`rating points to ${opponent}.`) ||
          sentence.endsWith(`rating point to ${opponent}.`) ||
          (wager.market === "moneyline" && sentence.includes(`projects ${opponent} by`)) ||
          sentence.endsWith("short of the line.");
        if (speaksAgainst) against += 1;
        const isLabeled = /^(?:Against|Ratings, against) the pick: /.test(sentence);
        expect(isLabeled || !speaksAgainst, `${betOn}: ${sentence}`).toBe(true);
      }
    }
    expect(against).toBeGreaterThan(1_000);
  });
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

  it("names the largest force for a single pick and the largest one against it", () => {
    let both = 0;
    for (const { summary, legs: own } of predictions) {
      const [leg, ...others] = own;
      if (!leg?.forces || others.length > 0) continue;
      const { bars, unit } = leg.forces;
      const named = bars.filter(({ name }) => name !== "Everything else");
      const shown = ({ name, value }: (typeof bars)[number]) => {
        const sign = value < 0 ? "\u2212" : "+";
        const word = `${unit === "rating" ? "rating " : ""}${Math.abs(value) === 1 ? "point" : "points"}`;
        return `${name.charAt(0).toLowerCase()}${name.slice(1)} (${sign}${Math.abs(value)} ${word})`;
      };
      const [best] = named.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value);
      const [worst] = named.filter(({ value }) => value < 0).toSorted((a, b) => a.value - b.value);
      const pro = best ? shown(best) : `the market gives it ${percent(leg.marketProbability)}`;
      const con = worst ? `; against it: ${shown(worst)}` : "";
      expect(present(summary)[0]).toBe(`For ${leg.betOn}: ${pro}${con}.`);
      if (best && worst) both += 1;
    }
    expect(both).toBeGreaterThan(100);
  });

  it("sums a pick up in three short sentences, the first or second with what speaks against it", () => {
    for (const { summary, legs: own } of predictions) {
      const [pro, con, price, ...more] = present(summary);
      expect(more).toEqual([]);
      expect(pro).toMatch(own.length === 1 ? /^For / : /^Most likely leg: /);
      expect(con).toMatch(/^(?:Our model alone says|It loses|(?:Both|All \w+) legs must win)/);
      expect(price).toMatch(/^The price needs /);
      for (const sentence of [pro, con, price])
        expect(present(sentence).length).toBeLessThanOrEqual(130);
    }
  });
});
