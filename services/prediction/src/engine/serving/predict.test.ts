import { beforeAll, describe, expect, it } from "vitest";
import { toJson, trainSport } from "../../commands/train.ts";
import { walkTest } from "../evaluation/evaluate.ts";
import {
  bandOf,
  blend,
  blendSpread,
  likelyRange,
  loadModel,
  probability,
  spreadProbability,
  teams,
  update,
  walkTo,
  type ModelState,
} from "./predict.ts";
import { miniature, quick } from "../testing/miniature.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import { type PricedGame, type Probabilities } from "../types.ts";

/** What `model:train` writes for these games, read back from its JSON. */
const trained = (sport: Sport, games: readonly PricedGame[]): ModelState =>
  loadModel(JSON.parse(toJson(trainSport(sport, games, quick))));

const nothing = { home: -1, draw: -1, away: -1, blend: null, market: null };

/** Matches probabilities up to the rounding of an artifact's ratings. */
const near = ({ home, draw, away }: Probabilities) => ({
  home: expect.closeTo(home, 5),
  draw: draw === null ? null : expect.closeTo(draw, 5),
  away: expect.closeTo(away, 5),
});

describe("serving", () => {
  it.each(sports)(
    "%s: a loaded model gives the numbers of the evaluation, game after game",
    (sport) => {
      const games = miniature(sport, 360);
      const [history, test] = [games.slice(0, 300), games.slice(300)];
      let state = trained(sport, history);
      const { rows } = walkTest(state.model, history, test);
      for (const [i, game] of test.entries()) {
        const served = probability(state, game);
        const { market, ...evaluated } = rows[i] ?? nothing;
        expect(served).toMatchObject(near(evaluated));
        expect(blend(state, served, market ?? served)).toMatchObject(
          near(evaluated.blend ?? nothing),
        );
        state = update(state, [game]);
      }
    },
  );
});

describe("a served state", () => {
  const games = miniature("nfl", 400);
  const fixture = { date: "2005-12-30", home: "Side A", away: "Side B" };
  let state: ModelState;

  beforeAll(() => {
    state = trained("nfl", games);
  });

  it("does not change when an update returns the next one", () => {
    const before = probability(state, fixture);
    const next = update(state, [{ ...fixture, result: { kind: "score", home: 60, away: 0 } }]);
    expect(probability(state, fixture)).toEqual(before);
    const later = { ...fixture, date: "2006-01-06" };
    expect(probability(next, later).home).toBeGreaterThan(probability(state, later).home);
  });

  it("explains a probability by numbers that add up", () => {
    const { home, factors } = probability(state, fixture);
    const { ratingGap, homeAdvantage, schedule, totalPoints } = factors;
    expect(factors.home.rating - factors.away.rating).toBeCloseTo(ratingGap, 0);
    expect(ratingGap + homeAdvantage + schedule).toBeCloseTo(totalPoints, 0);
    expect(1 / (1 + 10 ** (-totalPoints / 400))).toBeCloseTo(home, 2);
    expect(factors.home.form).toHaveLength(5);
    expect(factors.home.ratedOn).toMatch(/^2005-/);
  });

  it("has no home advantage on neutral ground and no rating date for an unknown team", () => {
    expect(probability(state, { ...fixture, neutral: true }).factors.homeAdvantage).toBe(0);
    const stranger = probability(state, { ...fixture, home: "Nobody" }).factors.home;
    expect(stranger).toMatchObject({ games: 0, ratedOn: null, restDays: null, form: [] });
  });

  it("prices spreads in line with the moneyline and refuses sports without a spread model", () => {
    const { home, factors } = probability(state, fixture);
    const even = spreadProbability(state, fixture, -(factors.expectedMargin ?? 0));
    expect(even.cover).toBeCloseTo(even.lose, 1);
    expect(spreadProbability(state, fixture, -0.5).cover).toBeCloseTo(home, 1);
    expect(blendSpread(state, 0.6, 0.5)).toBeGreaterThanOrEqual(0.5);
    const hockey = trained("nhl", miniature("nhl", 300));
    expect(hockey.model.spread).toBeNull();
    expect(() => spreadProbability(hockey, fixture, -1.5)).toThrow("no spread model");
  });

  it("lists every team once, strongest first", () => {
    const listed = teams(state);
    expect(listed.map(({ name }) => name).toSorted()).toEqual(
      "ABCDEFGHIJ".split("").map((letter) => `Side ${letter}`),
    );
    const ratings = listed.map(({ rating }) => rating);
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
  });

  it("puts a probability inside its range and its band", () => {
    for (const p of [0.03, 0.5, 0.97, 0, 1]) {
      const { low, high } = likelyRange(state, p);
      expect(low).toBeLessThanOrEqual(p + 1e-5);
      expect(high).toBeGreaterThanOrEqual(p - 1e-5);
      const { from, to, n, won } = bandOf(state, p);
      expect(p >= from && p <= to && won <= n).toBe(true);
    }
    expect(state.model.blend.model).toBeGreaterThanOrEqual(0);
  });

  it("walks to a date without the games of that date and reaches the trained ratings at the end", () => {
    const date = games[200]?.date ?? "";
    const walked = walkTo(state, games, date);
    const changed = games.map((game) =>
      game.date < date ? game : { ...game, home: game.away, away: game.home },
    );
    expect(probability(walked, fixture)).toEqual(
      probability(walkTo(state, changed, date), fixture),
    );
    const end = walkTo(state, games, "2999-01-01");
    expect(probability(end, fixture).home).toBeCloseTo(probability(state, fixture).home, 5);
  });

  it("refuses JSON that is not a stored model of this format", () => {
    expect(() => loadModel({ format: 0 })).toThrow("format 0");
    expect(() => loadModel(null)).toThrow("not a model artifact");
    expect(() => loadModel({ teams: [] })).toThrow("not a model artifact");
  });
});
