import { describe, expect, it } from "vitest";
import { legOutcome } from "../../domain/settle.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import type { BookPrices } from "../../domain/slate.ts";
import { devig } from "../../engine/odds.ts";
import { candidatesOf } from "../../picks/candidates.ts";
import { present } from "../../testing/present.ts";
import { loadModels } from "../models.ts";
import { pairingsOn } from "./schedule.ts";
import { seasonSportOf, simulateGame, type SimulatedGame } from "./game.ts";
import { consensusOf } from "./books.ts";
import { costBeyond, fitTruth } from "./truth.ts";
import { americanToDecimal } from "../../domain/odds.ts";
import { addDays } from "../../domain/dates.ts";

const models = loadModels();
const sides = ["home", "draw", "away"] as const;
type Priced = SimulatedGame & { books: BookPrices[] };

/** Games of one year after another, of other seeds than those that the truth was fitted on. */
function* season(sport: Sport): Generator<Priced> {
  const played = seasonSportOf(present(models.get(sport)));
  for (let day = 0; ; day += 1) {
    const date = addDays("2027-02-01", day % 364);
    const seed = `played ${Math.floor(day / 364)}`;
    for (const pairing of pairingsOn(seed, sport, date, played.teams)) {
      const game = simulateGame(seed, date, pairing, played);
      yield { ...game, books: game.booksOn(addDays(date, -(day % 7))) };
    }
  }
}

const winsAt = (side: (typeof sides)[number], { result }: Priced) =>
  legOutcome({ market: "moneyline", side }, result, { drawIsPriced: true }) === "won";

/** Running mean and its standard error. */
const tally = () => {
  let [n, sum, squares] = [0, 0, 0];
  return {
    add: (value: number) => {
      n += 1;
      sum += value;
      squares += value * value;
    },
    mean: () => sum / n,
    error: () => Math.sqrt((squares / n - (sum / n) ** 2) / n),
  };
};

const games = 20_000;

/** One walk over the season: a random pick at a random book in every game, and the cost of each forecast. */
const play = (sport: Sport) => {
  const outcomes = sport === "soccer" ? sides : (["home", "away"] as const);
  const [gap, lostGap, worth, won, margin] = [tally(), tally(), tally(), tally(), tally()];
  let number = 0;
  for (const game of season(sport)) {
    if (number === games) break;
    const { model, market, truth } = game.forecasts;
    const consensus = consensusOf(sport, market);
    gap.add(costBeyond(model, consensus, truth));
    const winner = present(sides.find((side) => winsAt(side, game)));
    lostGap.add(Math.log((consensus[winner] ?? 0) / (model[winner] ?? 1)));
    const { moneyline } = present(game.books[number % game.books.length]);
    const side = present(outcomes[(number * 7) % outcomes.length]);
    const decimal = americanToDecimal(moneyline?.[side] ?? 0);
    worth.add((truth[side] ?? 0) * decimal - 1);
    won.add((winner === side ? decimal : 0) - 1);
    margin.add(
      outcomes.reduce((sum, one) => sum + 1 / americanToDecimal(moneyline?.[one] ?? 0), 0),
    );
    number += 1;
  }
  return { gap, lostGap, worth, won, margin };
};

describe.each(sports)("20,000 simulated games of %s", (sport) => {
  const { gap, lostGap, worth, won, margin } = play(sport);
  const { priced } = present(models.get(sport)).model.backTest;
  const measured = (priced?.model.logLoss ?? 0.015) - (priced?.market.logLoss ?? 0);

  it("leave the consensus better than the model by as much as in the back-test", () => {
    expect(Math.abs(gap.mean() - measured)).toBeLessThan(0.002);
    expect(Math.abs(lostGap.mean() - gap.mean())).toBeLessThan(3.5 * lostGap.error());
  });

  it("cost random picks the books' margin, and somewhat more on underdogs as with real books", () => {
    const cost = 1 - 1 / margin.mean();
    expect(cost).toBeGreaterThan(0.035);
    expect(cost).toBeLessThan(0.06);
    expect(worth.mean() + cost).toBeLessThan(won.error());
    expect(worth.mean() + cost).toBeGreaterThan(-0.03);
    expect(Math.abs(won.mean() - worth.mean())).toBeLessThan(3.5 * won.error());
  });
});

const first = (sport: Sport, count: number): Priced[] => [...season(sport).take(count)];
const slate = { kind: "simulated", label: "", snapshotId: "", pricedAt: new Date(0) } as const;

describe.each(sports)("1,500 simulated games of %s", (sport) => {
  const state = present(models.get(sport));
  const played = first(sport, 1_500);
  const candidates = played.flatMap((simulated) => {
    const game = { ...simulated.game, books: simulated.books };
    const found = candidatesOf({ ...slate, sport, games: [game] }, state);
    return found.map((one) => ({ ...one, simulated }));
  });

  it("show the engine the consensus that the truth was fitted with", () => {
    const moneylines = candidates.filter(({ wager }) => wager.market === "moneyline");
    const differences = moneylines.map(({ wager, marketProbability, simulated }) => {
      const fitted = consensusOf(sport, simulated.forecasts.market)[wager.side] ?? 0;
      return (marketProbability - fitted) ** 2;
    });
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
    expect(Math.sqrt(mean)).toBeLessThan(0.02);
  });

  it.each(sides)(
    "are won by %s as often as the hidden probabilities say, in every band",
    (side) => {
      for (const [from, to] of [
        [0, 1],
        [0, 0.3],
        [0.3, 0.5],
        [0.5, 0.7],
        [0.7, 1],
      ] as const) {
        const band = played.filter(({ forecasts: { truth } }) => {
          const p = truth[side] ?? -1;
          return p >= from && p < to;
        });
        if (band.length < 100) continue;
        const [surprise, variance] = band.reduce(
          ([sum, squares], game) => {
            const p = game.forecasts.truth[side] ?? 0;
            return [sum + (winsAt(side, game) ? 1 : 0) - p, squares + p * (1 - p)];
          },
          [0, 0],
        );
        expect(Math.abs(surprise) / Math.sqrt(variance)).toBeLessThan(3.5);
      }
    },
  );

  it("cover spreads as often as the prices imply", () => {
    const spreads = candidates
      .filter(({ wager }) => wager.market === "spread" && wager.side === "home")
      .map(({ wager, marketProbability, simulated }) => ({
        p: marketProbability,
        outcome: legOutcome(wager, simulated.result, { drawIsPriced: false }),
      }))
      .filter(({ outcome }) => outcome !== "push");
    expect(spreads.length > 0).toBe(["nba", "nfl", "cfb"].includes(sport));
    const surprise = spreads.reduce(
      (sum, { p, outcome }) => sum + (outcome === "won" ? 1 : 0) - p,
      0,
    );
    expect(Math.abs(surprise) / Math.sqrt(Math.max(1, spreads.length) / 4)).toBeLessThan(3.5);
  });

  it("price a half-point spread like a win", () => {
    const differences = played.flatMap(({ books, forecasts: { truth } }) =>
      books.flatMap(({ spread, moneyline }) => {
        if (!spread || !moneyline || Math.abs(spread.line) !== 0.5) return [];
        const [cover = 0] = devig([spread.home, spread.away]);
        const [win = 0] = devig([moneyline.home, moneyline.away]);
        return [Math.sign(truth.home - 0.5) * (cover - win)];
      }),
    );
    const mean = differences.reduce((sum, one) => sum + one, 0) / Math.max(1, differences.length);
    expect(Math.abs(mean)).toBeLessThan(0.005);
  });
});

describe("the hidden truth", () => {
  it("follows the blend no further than the blend was ahead of the market in the back-test", () => {
    const state = present(models.get("ufc"));
    const expected = Array.from({ length: 60 }, (_, at) => {
      const home = 0.2 + at / 100;
      return { home, draw: null, away: 1 - home };
    });
    const { priced } = state.model.backTest;
    if (!priced) throw new Error("the model of ufc has no prices");
    const weightFor = (gain: number) => {
      const blend = { ...priced.blend, logLoss: priced.market.logLoss - gain };
      const backTest = { ...state.model.backTest, priced: { ...priced, blend } };
      const model = { ...state.model, blend: { market: 0.85, model: 0.2 }, backTest };
      return fitTruth({ ...state, model }, expected).model;
    };
    const [none, some, much] = [weightFor(0), weightFor(0.001), weightFor(0.01)];
    expect(none).toBeGreaterThanOrEqual(0);
    expect(some).toBeGreaterThan(none);
    expect(much).toBe(0.2);
  });

  it("has no weight of the model where the back-test gave the model no weight", () => {
    const state = present(models.get("mlb"));
    const model = { ...state.model, blend: { market: 1, model: 0 } };
    const expected = [{ home: 0.6, draw: null, away: 0.4 }];
    expect(fitTruth({ ...state, model }, expected)).toMatchObject({ market: 1, model: 0 });
  });
});
