import { describe, expect, it } from "vitest";
import { logistic, logit } from "../../domain/math.ts";
import { seededRandom } from "../../slates/random.ts";
import { createTally } from "./calibration.ts";
import type { PastPick } from "./distinct-picks.ts";

/** Single bets whose true chance is their estimate with the slope; `copies` of each share their game. */
function* singles(count: number, { slope = 1, copies = 1 } = {}): Generator<PastPick> {
  const random = seededRandom("picks");
  for (let index = 0; index < count; index += 1) {
    const probability = 0.2 + 0.4 * random.uniform();
    const won = random.uniform() < logistic(slope * logit(probability));
    const outcome = won ? ("won" as const) : ("lost" as const);
    const wager = { market: "moneyline", side: "home" } as const;
    const legs = [{ gameId: `game-${index}`, wager, probability, outcome }];
    const pick = { sport: "nba", risk: "moderate", slate: `${index}`, odds: 150, legs } as const;
    for (let copy = 0; copy < copies; copy += 1) yield { ...pick, legs, probability, won };
  }
}

const tallyOf = (picks: Iterable<PastPick>) => {
  const tally = createTally("a test");
  tally.add(picks);
  const [all] = tally.rows();
  if (!all) throw new Error("no pick was counted");
  return { all, rows: tally.rows(), slopes: tally.slopes() };
};

describe("a tally of picks", () => {
  it("finds no difference beyond chance where estimates are right", () => {
    const { all, rows, slopes } = tallyOf(singles(20_000));
    expect(all).toMatchObject({ part: "all", n: 20_000 });
    expect(all.standardError).toBeCloseTo(Math.sqrt(0.24 / 20_000), 3);
    expect(Math.abs(all.won - all.estimated)).toBeLessThan(3 * all.standardError);
    const bands = rows.filter(({ part }) => part.endsWith("%"));
    expect(bands.reduce((sum, { n }) => sum + n, 0)).toBe(20_000);
    for (const { slope, standardError } of slopes)
      expect(Math.abs(slope - 1)).toBeLessThan(3 * standardError);
  });

  it("finds the slope by which estimates are too bold", () => {
    const { slopes } = tallyOf(singles(40_000, { slope: 0.8 }));
    for (const { slope, standardError } of slopes)
      expect(Math.abs(slope - 0.8)).toBeLessThan(3 * standardError);
  });

  it("counts picks of one slate as one observation, and a leg once", () => {
    const [once, often] = [tallyOf(singles(2_000)), tallyOf(singles(2_000, { copies: 9 }))];
    expect(often.all.standardError).toBeCloseTo(once.all.standardError, 10);
    expect(often.slopes).toEqual(once.slopes);
  });
});
