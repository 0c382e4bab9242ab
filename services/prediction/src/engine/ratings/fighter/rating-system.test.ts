import { beforeAll, describe, expect, it } from "vitest";
import { toJson, trainSport } from "../../../commands/train.ts";
import { loadModel, probability, update, type ModelState } from "../../serving/predict.ts";
import { miniature, quick } from "../../testing/miniature.ts";
import type { Fixture } from "../../types.ts";

const games = miniature("ufc", 400);
const bout: Fixture = {
  date: "2006-01-10",
  home: "Side A",
  away: "Side B",
  homeAge: 24,
  awayAge: 36,
  homeReach: 190,
  awayReach: 180,
  redCorner: "home",
};
const swapped: Fixture = {
  date: bout.date,
  home: "Side B",
  away: "Side A",
  homeAge: 36,
  awayAge: 24,
  homeReach: 180,
  awayReach: 190,
  redCorner: "away",
};

describe("a bout", () => {
  let state: ModelState;
  beforeAll(() => {
    state = loadModel(JSON.parse(toJson(trainSport("ufc", games, quick))));
  });

  it("has the same probabilities when the fighters are swapped", () => {
    const first = probability(state, bout);
    const second = probability(state, swapped);
    expect(first.home).toBeCloseTo(second.away, 12);
    expect(first.factors.ratingGap).toBeCloseTo(-second.factors.ratingGap, 9);
  });

  it("is even between two unknown fighters", () => {
    const { home } = probability(state, { date: bout.date, home: "New One", away: "New Two" });
    expect(home).toBe(0.5);
  });

  it("has a forecast for every set of missing features", () => {
    const parts: (keyof Fixture)[][] = [["redCorner"], ["homeAge"], ["homeReach", "awayReach"]];
    for (let mask = 0; mask < 2 ** parts.length; mask += 1) {
      const known: Fixture = { ...bout, away: "New One" };
      for (const [i, names] of parts.entries())
        if ((mask >> i) % 2 === 1) for (const name of names) Reflect.deleteProperty(known, name);
      const { home, away } = probability(state, known);
      expect(home > 0 && home < 1 && Math.abs(home + away - 1) < 1e-12).toBe(true);
    }
  });

  it("takes age and reach from earlier bouts when the feed lacks them", () => {
    const { date, home, away, redCorner } = bout;
    const known = probability(state, bout);
    const fought = update(state, [
      { ...bout, result: { kind: "winner", winner: "home", finish: false } },
    ]);
    const next = { date: "2006-01-20", home, away, redCorner };
    const remembered = probability(fought, next);
    expect(known.factors.conditions?.map(({ name }) => name)).toContain("redCorner");
    expect(remembered).toEqual(
      probability(fought, { ...bout, date: next.date, homeAge: 24, awayAge: 36 }),
    );
    expect(date < next.date).toBe(true);
  });

  it("lists its conditions with points that add up", () => {
    const { factors } = probability(state, bout);
    const sum = (factors.conditions ?? []).reduce((total, { points }) => total + points, 0);
    expect(Math.abs(sum - factors.schedule)).toBeLessThan(0.6);
    const age = factors.conditions?.find(({ name }) => name === "age");
    expect(age).toMatchObject({ home: 24, away: 36 });
  });

  it("changes neither form nor rating when it has no winner", () => {
    const void_ = update(state, [{ ...bout, result: { kind: "void" } }]);
    const before = probability(state, { ...bout, date: "2006-01-11" });
    const after = probability(void_, { ...bout, date: "2006-01-11" });
    expect(after.factors.home.form).toEqual(before.factors.home.form);
    expect(after.factors.ratingGap).toBeCloseTo(before.factors.ratingGap, 1);
  });
});
