import { logit } from "../../domain/math.ts";
import type { Sport } from "../../domain/sport.ts";
import { observationOf } from "../features/game.ts";
import { blendOf, fitBlend, fitWeights, type BlendRow } from "../market/blend.ts";
import { twoWay } from "../math.ts";
import { marketOf } from "../market/prices.ts";
import type { BackTest, BlendWeights, FittedRatingSystem, Span } from "../model.ts";
import { createWalker, startWalk, walkGames } from "../serving/walk.ts";
import type { PricedGame, Probabilities } from "../types.ts";
import { bandsOf, compare, metricsOf, type Scored } from "./metrics.ts";

export type BackTestRow = {
  game: PricedGame;
  model: Probabilities;
  market: Probabilities | null;
  homeResult: number | null;
  margin: number;
};

/** Fewer priced games than this are not compared. */
const fewestPriced = 100;
/** Logit range without enough prices: wider than the one of any sport. */
const widestRange = 0.8;

/** Walks all games and returns the forecasts from the game `start` on. */
export function walkRows(
  sport: Sport,
  systems: readonly FittedRatingSystem[],
  games: readonly PricedGame[],
  start: number,
  marketSd: number | null,
): BackTestRow[] {
  const walker = createWalker(sport, systems);
  const forecasts = walkGames(walker, startWalk(walker), games);
  return games.slice(start).map((game, i) => {
    const { home = 0.5, draw = null, away = 0.5 } = forecasts[start + i] ?? {};
    const { homeResult, margin } = observationOf(sport, game);
    const market = marketOf(game, marketSd);
    return { game, model: { home, draw, away }, market, homeResult, margin };
  });
}

export const spanOf = (games: readonly PricedGame[]): Span => ({
  from: games[0]?.date ?? "",
  to: games.at(-1)?.date ?? "",
  games: games.length,
});

export const pricedRows = (rows: readonly BackTestRow[]): (BackTestRow & BlendRow)[] =>
  rows.flatMap((row) => (row.market === null ? [] : [{ ...row, market: row.market }]));

/** Scores back-test rows: the model, and beside it market and blend where there are prices. */
export function scoreRows(rows: readonly BackTestRow[]): BackTest {
  const all = rows.map(({ model, homeResult }) => ({ forecast: model, homeResult }));
  const base = {
    span: spanOf(rows.map(({ game }) => game)),
    model: metricsOf(all),
    bands: bandsOf(all),
  };
  const priced = pricedRows(rows);
  if (priced.length < fewestPriced)
    return { ...base, priced: null, modelAgainstMarket: null, blendAgainstMarket: null };
  const { modelAgainstMarket, blendAgainstMarket, ...scores } = scorePriced(
    priced,
    blendSeasons(priced),
  );
  return { ...base, priced: scores, modelAgainstMarket, blendAgainstMarket };
}

/** Scores of model, market and blend on the same priced games. */
export function scorePriced(rows: readonly BlendRow[], blends: readonly Probabilities[]) {
  const score = (of: (row: BlendRow, i: number) => Probabilities) =>
    metricsOf(rows.map((row, i): Scored => ({ forecast: of(row, i), homeResult: row.homeResult })));
  const againstMarket = (of: (row: BlendRow, i: number) => Probabilities) =>
    compare(
      rows.map((row, i) => ({
        first: of(row, i),
        second: row.market,
        homeResult: row.homeResult,
      })),
    );
  const blend = ({ market }: BlendRow, i: number) => blends[i] ?? market;
  return {
    model: score(({ model }) => model),
    market: score(({ market }) => market),
    blend: score(blend),
    modelAgainstMarket: againstMarket(({ model }) => model),
    blendAgainstMarket: againstMarket(blend),
  };
}

/** Logit distance of model and market within which four in five outcomes lie. */
export function logitRangeOf(rows: readonly BackTestRow[]): number {
  const distances = pricedRows(rows)
    .flatMap(({ model, market }) => [
      Math.abs(logit(model.home) - logit(market.home)),
      Math.abs(logit(model.away) - logit(market.away)),
    ])
    .toSorted((a, b) => a - b);
  if (distances.length < fewestPriced) return widestRange;
  return distances[Math.floor(distances.length * 0.8)] ?? widestRange;
}

/** Weight of the model's logit beside an even line, from past games that did not push. */
export function fitSpreadWeight(rows: readonly { cover: number; covered: boolean }[]): number {
  const calls = rows.map(({ cover, covered }) => ({
    market: twoWay(0.5),
    model: twoWay(cover),
    homeResult: covered ? 1 : 0,
  }));
  return fitBlend(calls).model;
}

/** Blends every season with weights fitted on the games before its first date; the first follows the market. */
function blendSeasons(rows: readonly (BackTestRow & BlendRow)[]): Probabilities[] {
  const weights = new Map<number, BlendWeights>();
  return rows.map((row) => {
    const season = row.game.season ?? Number(row.game.date.slice(0, 4));
    const fitted =
      weights.get(season) ?? fitWeights(rows.filter(({ game }) => game.date < row.game.date));
    weights.set(season, fitted);
    return blendOf(fitted, row);
  });
}
