import { describe, expect, it } from "vitest";
import { toJson, trainSport } from "../commands/train.ts";
import { sports, type Sport } from "../domain/sport.ts";
import { dateOfDay, dayNumber } from "./dates.ts";
import { walkTest } from "./evaluation/evaluate.ts";
import { observedGames } from "./features/game.ts";
import { loadModel, probability, update } from "./serving/predict.ts";
import { miniature, quick } from "./testing/miniature.ts";
import { mulberry32 } from "../slates/random.ts";
import { fitSport } from "./training/fit.ts";
import { ratingSystemLoss } from "./training/tune.ts";
import type { PricedGame, Probabilities } from "./types.ts";

/** The same dates and teams with other results: every score swapped and every price turned round. */
const altered = (games: readonly PricedGame[]): PricedGame[] =>
  games.map((game) => ({
    ...game,
    result:
      game.result.kind === "score"
        ? { kind: "score", home: game.result.away + 3, away: game.result.home }
        : {
            kind: "winner",
            winner: "winner" in game.result && game.result.winner === "home" ? "away" : "home",
            finish: true,
          },
    prices: game.prices && { ...game.prices, home: game.prices.away, away: game.prices.home },
    spreadHome: game.spreadHome === null ? null : -game.spreadHome,
  }));

/** The same results in another order, on the dates of the original order. */
const shuffled = (games: readonly PricedGame[]): PricedGame[] => {
  const random = mulberry32(99);
  const order = games.map((game) => ({ game, key: random() })).toSorted((a, b) => a.key - b.key);
  return games.map((game, i) => ({
    ...(order[i]?.game ?? game),
    date: game.date,
    season: game.season,
  }));
};

const gamesADay = 8;

/** A miniature league with eight games a day, in which teams play more than once on a date. */
const crowded = (sport: Sport): PricedGame[] =>
  miniature(sport, 480).map((game, i) => {
    const opening = dayNumber(`${game.date.slice(0, 4)}-09-01`);
    return { ...game, date: dateOfDay(opening + Math.floor((i % 80) / gamesADay)) };
  });

const forecasts = (rows: readonly Probabilities[]) =>
  rows.map(({ home, draw, away }) => ({ home, draw, away }));

describe("forecasts of past games", () => {
  it.each(sports)("%s: do not depend on later games", (sport) => {
    const games = miniature(sport, 420);
    const [history, test] = [games.slice(0, 320), games.slice(320)];
    const fitted = fitSport(sport, history, quick);
    const known = walkTest(fitted, history, test).rows;
    for (const future of [altered(test.slice(40)), shuffled(test.slice(40))]) {
      const { rows } = walkTest(fitted, history, [...test.slice(0, 40), ...future]);
      expect(rows.slice(0, 40)).toEqual(known.slice(0, 40));
      expect(rows.slice(41)).not.toEqual(known.slice(41));
    }
  });

  it("ignore a game's own result and the closing prices of later games", () => {
    const games = miniature("nfl", 420);
    const [history, test] = [games.slice(0, 320), games.slice(320)];
    const fitted = fitSport("nfl", history, quick);
    const before = walkTest(fitted, history, test).rows[10];
    const changed = test.map((game, i) => (i >= 10 ? (altered([game])[0] ?? game) : game));
    const after = walkTest(fitted, history, changed).rows[10];
    expect(after?.home).toBe(before?.home);
    expect(after?.market).not.toEqual(before?.market);
  });
});

describe.each(sports)("%s: the results of a date", (sport) => {
  const games = crowded(sport);
  const start = 403;
  const day = { from: 432, to: 432 + gamesADay };
  const flipped = games.map((game, i) =>
    i >= day.from && i < day.to ? (altered([game])[0] ?? game) : game,
  );
  const fitted = fitSport(sport, games.slice(0, 320), quick);

  it("change no forecast of that date or earlier in an evaluation", () => {
    const evaluate = (test: readonly PricedGame[]) =>
      forecasts(walkTest(fitted, games.slice(0, 320), test).rows);
    const [known, changed] = [evaluate(games.slice(320)), evaluate(flipped.slice(320))];
    expect(games[day.to - 1]?.date).toBe(games[day.from]?.date);
    expect(changed.slice(0, day.to - 320)).toEqual(known.slice(0, day.to - 320));
    expect(changed.slice(day.to - 320)).not.toEqual(known.slice(day.to - 320));
  });

  it("change no forecast of the same date when history and test divide it", () => {
    const evaluate = (history: readonly PricedGame[]) =>
      forecasts(walkTest(fitted, history, games.slice(start)).rows);
    const changed = [...games.slice(0, 400), ...altered(games.slice(400, start))];
    expect(games[start]?.date).toBe(games[400]?.date);
    const sameDate = 400 + gamesADay - start;
    const known = evaluate(games.slice(0, start));
    expect(evaluate(changed).slice(0, sameDate)).toEqual(known.slice(0, sameDate));
    expect(evaluate(changed).slice(sameDate)).not.toEqual(known.slice(sameDate));
  });

  it("change no feature of that date's games and no tuning loss by their order", () => {
    const features = (rows: readonly PricedGame[]) =>
      observedGames(sport, rows)
        .slice(0, day.to)
        .map(({ homeRest, awayRest, scheduleFeatures, pricedShare }) => ({
          homeRest,
          awayRest,
          scheduleFeatures,
          pricedShare,
        }));
    expect(features(flipped)).toEqual(features(games));
    const upTo = (rows: readonly PricedGame[]) => observedGames(sport, rows.slice(0, day.to));
    const turned = [...games.slice(0, day.from), ...games.slice(day.from, day.to).toReversed()];
    for (const { name, params } of fitted.systems) {
      const loss = (rows: readonly PricedGame[]) =>
        ratingSystemLoss(sport, name, params, upTo(rows), day.from);
      expect(loss(turned)).toBeCloseTo(loss(games), 12);
    }
  });

  it("change no served probability of that date, only those of later ones", () => {
    const state = loadModel(JSON.parse(toJson(trainSport(sport, games.slice(0, 320), quick))));
    const before = update(state, games.slice(320, day.from));
    const during = update(before, games.slice(day.from, day.to - 1));
    const [last, next] = [games[day.to - 1], games[day.to]];
    if (!last || !next) throw new Error("the league is too short");
    expect(probability(during, last)).toEqual(probability(before, last));
    expect(probability(during, next)).not.toEqual(probability(before, next));
    const oneByOne = games
      .slice(320, day.to - 1)
      .reduce((reached, game) => update(reached, [game]), state);
    expect(probability(oneByOne, last)).toEqual(probability(before, last));
    expect(probability(oneByOne, next)).toEqual(probability(during, next));
  });
});
