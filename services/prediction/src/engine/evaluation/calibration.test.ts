import { describe, expect, it } from "vitest";
import { calibrationOf } from "./calibration.ts";
import { mulberry32 } from "../../slates/random.ts";

const sets = 500;
const games = 250;

/** A set of games whose outcomes match the forecasts exactly; `shares` are the probabilities of a game's outcomes. */
const samples = (random: () => number, shares: readonly (readonly number[])[]) =>
  shares.map((chances) => {
    let left = random();
    return chances.map((p) => {
      const happened = left >= 0 && left < p;
      left -= p;
      return { p, happened };
    });
  });

const chancesOf: Record<string, (random: () => number) => number[]> = {
  "home wins": (random) => [0.25 + random() / 2],
  "both teams": (random) => {
    const home = 0.25 + random() / 2;
    return [home, 1 - home];
  },
  "both teams and the draw": (random) => {
    const [home, draw] = [0.2 + random() / 2, 0.2 + random() / 10];
    return [home, draw, 1 - home - draw];
  },
};

describe.each(Object.keys(chancesOf))("the calibration error of chance over %s", (counted) => {
  const random = mulberry32(7);
  const shares = Array.from({ length: games }, () => chancesOf[counted]?.(random) ?? []);
  const expected = calibrationOf(samples(random, shares));
  const errors = Array.from({ length: sets }, () => calibrationOf(samples(random, shares)).error);

  it("is the mean error of perfect predictions", () => {
    const mean = errors.reduce((total, error) => total + error, 0) / sets;
    expect(mean / expected.chance).toBeGreaterThan(0.95);
    expect(mean / expected.chance).toBeLessThan(1.05);
  });

  it("exceeds its ceiling in about one set of twenty", () => {
    const beyond = errors.filter((error) => error > expected.ceiling).length / sets;
    expect(beyond).toBeGreaterThan(0.03);
    expect(beyond).toBeLessThan(0.08);
  });
});

it("is zero by chance when both outcomes of every game share a bin", () => {
  const even = [
    { p: 0.5, happened: true },
    { p: 0.5, happened: false },
  ];
  expect(calibrationOf([even, even])).toEqual({ error: 0, chance: 0, ceiling: 0 });
});
