import { describe, expect, it } from "vitest";
import { decimalOf } from "../domain/bet.ts";
import { legOutcome } from "../domain/settle.ts";
import { sports } from "../domain/sport.ts";
import { devig } from "../model/odds.ts";
import { teams } from "../model/serve.ts";
import type { Probabilities } from "../model/types.ts";
import { candidatesOf } from "../selection/candidates.ts";
import { addDays } from "./dates.ts";
import { loadModels } from "./models.ts";
import { pairingsOn } from "./season.ts";
import { activeSides } from "./sides.ts";
import { expect as expected, simulateGame } from "./simulated-game.ts";
import { truthSd } from "./simulated-truth.ts";

const models = loadModels();
const sides = ["home", "draw", "away"] as const;

const entropyGap = (model: Probabilities, truth: Probabilities): number =>
  sides.reduce((sum, side) => {
    const [m, t] = [model[side] ?? 0, truth[side] ?? 0];
    return t > 0 ? sum + t * Math.log(t / m) : sum;
  }, 0);

/** Games of a season that has nothing to do with the one that the truth was fitted on. */
const playSeason = (sport: (typeof sports)[number], wanted: number) => {
  const state = models.get(sport);
  if (!state) throw new Error(`no model of ${sport}`);
  const rated = activeSides(sport, teams(state));
  const on = (seed: string, date: string) =>
    pairingsOn(seed, sport, date, rated).map((pairing) => ({ date, pairing }));
  const days = (seed: string, first: string, count: number) =>
    Array.from({ length: count }, (_, day) => on(seed, addDays(first, day))).flat();
  const fitting = days("fit", "2030-01-07", 56).map(({ date, pairing }) =>
    expected(sport, date, pairing, state),
  );
  const sd = truthSd(state, fitting);
  const fixtures = [];
  for (let day = 0; fixtures.length < wanted; day += 1)
    fixtures.push(...on("played", addDays("2031-01-06", day)));
  const games = fixtures.map(({ date, pairing }) => ({
    model: expected(sport, date, pairing, state),
    ...simulateGame("played", sport, date, pairing, { state, sd }),
  }));
  return { state, games };
};

describe.each(sports)("2,000 simulated games of %s", (sport) => {
  const { state, games } = playSeason(sport, 2_000);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;

  it("leave the market better than the model by as much as in the back-test", () => {
    const { priced } = state.model.backTest;
    const measured = (priced?.model.logLoss ?? 0) - (priced?.market.logLoss ?? 0);
    const simulated = mean(games.map(({ model, truth }) => entropyGap(model, truth)));
    expect(Math.abs(simulated - measured)).toBeLessThan(0.002);
  });

  it.each(sides)("are won by %s as often as the hidden chances say, in every band", (side) => {
    const bets = games.flatMap(({ truth, result }) => {
      const p = truth[side];
      if (p === null) return [];
      const wager = { market: "moneyline", side } as const;
      return [{ p, won: legOutcome(wager, result, { drawIsPriced: true }) === "won" ? 1 : 0 }];
    });
    expect(bets.length).toBe(side === "draw" && sport !== "soccer" ? 0 : games.length);
    for (const [from, to] of [
      [0, 1],
      [0, 0.3],
      [0.3, 0.5],
      [0.5, 0.7],
      [0.7, 1],
    ] as const) {
      const band = bets.filter(({ p }) => p >= from && p < to);
      if (band.length < 100) continue;
      const spread = Math.sqrt(band.reduce((sum, { p }) => sum + p * (1 - p), 0));
      const surprise = band.reduce((sum, { p, won }) => sum + won - p, 0) / spread;
      expect(Math.abs(surprise)).toBeLessThan(3.5);
    }
  });

  it("cost random picks the books' margin on average", () => {
    const returns = games.flatMap(({ game, truth }) =>
      game.books.flatMap(({ moneyline }) =>
        sides.flatMap((side) => {
          const [price, p] = [moneyline[side], truth[side]];
          return price === null || p === null ? [] : [p * decimalOf(price) - 1];
        }),
      ),
    );
    expect(mean(returns)).toBeGreaterThan(-0.055);
    expect(mean(returns)).toBeLessThan(-0.03);
  });

  it("price half a point like a win", () => {
    const differences = games.flatMap(({ game, truth }) =>
      game.books.flatMap(({ spread, moneyline }) => {
        if (!spread || Math.abs(spread.line) !== 0.5) return [];
        const [cover = 0] = devig([spread.home, spread.away]);
        const [win = 0] = devig([moneyline.home, moneyline.away]);
        return [Math.sign(truth.home - 0.5) * (cover - win)];
      }),
    );
    expect(Math.abs(mean([0, ...differences]))).toBeLessThan(0.005);
  });

  it("cover spreads as often as their prices say", () => {
    const slate = {
      sport,
      kind: "simulated",
      label: "",
      snapshotId: "",
      pricedAt: new Date(0),
    } as const;
    const spreads = games.flatMap(({ game, result }) =>
      candidatesOf({ ...slate, games: [game] }, state)
        .filter(({ wager }) => wager.market === "spread" && wager.side === "home")
        .map(({ wager, marketProbability }) => ({
          p: marketProbability,
          won: legOutcome(wager, result, { drawIsPriced: false }) === "won" ? 1 : 0,
        })),
    );
    expect(spreads.length > 0).toBe(["nba", "nfl", "cfb"].includes(sport));
    const surprise = spreads.reduce((sum, { p, won }) => sum + won - p, 0);
    expect(Math.abs(surprise) / Math.sqrt(Math.max(1, spreads.length) / 4)).toBeLessThan(3.5);
  });
});
