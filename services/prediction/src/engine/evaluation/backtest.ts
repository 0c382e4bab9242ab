import { blendOf, fitBlend, fitWeights, marketLeads, type BlendRow } from "../market/blend.ts";
import { lessonOf } from "../features/match.ts";
import { marketOf } from "../market/prices.ts";
import { bandsOf, compare, metricsOf, type Scored } from "./metrics.ts";
import type { BackTest, Span } from "../training/model.ts";
import { logit } from "../ratings/rating.ts";
import { makeWalker, startWalk, stepWalk, type FittedComponent } from "../serving/walk.ts";
import type { PricedGame, Probabilities, Sport } from "../types.ts";

/** One back-test game: what model and market said before it, and what happened. */
export type BackTestRow = {
  game: PricedGame;
  model: Probabilities;
  market: Probabilities | null;
  score: number | null;
  margin: number;
};

/** Walks all games and keeps the predictions from `start` on. */
export const walkRows = (
  sport: Sport,
  components: readonly FittedComponent[],
  games: readonly PricedGame[],
  start: number,
  marketSd: number | null,
): BackTestRow[] => {
  const walker = makeWalker(sport, components);
  const walk = startWalk(walker);
  const rows: BackTestRow[] = [];
  games.forEach((game, i) => {
    const { home, draw, away } = stepWalk(walker, walk, game);
    if (i < start) return;
    const market = marketOf(game, marketSd);
    rows.push({ game, model: { home, draw, away }, market, ...lessonOf(sport, game) });
  });
  return rows;
};

/** First and last date and number of some games. */
export const spanOf = (games: readonly PricedGame[]): Span => ({
  from: games[0]?.date ?? "",
  to: games.at(-1)?.date ?? "",
  games: games.length,
});

/** Rows that have a market opinion. */
export const pricedRows = (rows: readonly BackTestRow[]): (BackTestRow & BlendRow)[] =>
  rows.flatMap((row) => (row.market === null ? [] : [{ ...row, market: row.market }]));

/** Blends every season with weights fitted on the seasons before it; the first follows the market. */
const blendSeasons = (rows: readonly BlendRow[], seasons: readonly number[]): Scored[] => {
  const weights = new Map(
    [...new Set(seasons)].map((season) => {
      const past = rows.filter((_, i) => (seasons[i] ?? season) < season);
      return [season, fitWeights(past)] as const;
    }),
  );
  return rows.map((row, i) => ({
    opinion: blendOf(weights.get(seasons[i] ?? 0) ?? marketLeads, row),
    score: row.score,
  }));
};

const fewestPriced = 100;

/** Scores the back-test rows: the model, and beside it market and blend where there are prices. */
export const scoreRows = (rows: readonly BackTestRow[]): BackTest => {
  const own = rows.map(({ model, score }) => ({ opinion: model, score }));
  const priced = pricedRows(rows);
  const base = {
    span: spanOf(rows.map(({ game }) => game)),
    model: metricsOf(own),
    bands: bandsOf(own),
  };
  if (priced.length < fewestPriced) {
    return { ...base, priced: null, modelAgainstMarket: null, blendAgainstMarket: null };
  }
  const seasons = priced.map(({ game }) => game.season ?? Number(game.date.slice(0, 4)));
  const blended = blendSeasons(priced, seasons);
  const against = (first: (row: BlendRow, i: number) => Probabilities) =>
    compare(
      priced.map((row, i) => ({ first: first(row, i), second: row.market, score: row.score })),
    );
  return {
    ...base,
    priced: {
      model: metricsOf(priced.map(({ model, score }) => ({ opinion: model, score }))),
      market: metricsOf(priced.map(({ market, score }) => ({ opinion: market, score }))),
      blend: metricsOf(blended),
    },
    modelAgainstMarket: against(({ model }) => model),
    blendAgainstMarket: against(({ market }, i) => blended[i]?.opinion ?? market),
  };
};

/** Logit distance of model and market that four in five outcomes stay within; a fallback without prices. */
export const logitRangeOf = (rows: readonly BackTestRow[]): number => {
  const distances = pricedRows(rows)
    .flatMap(({ model, market }) => [
      Math.abs(logit(model.home) - logit(market.home)),
      Math.abs(logit(model.away) - logit(market.away)),
    ])
    .toSorted((a, b) => a - b);
  return distances.length < fewestPriced
    ? widestRange
    : (distances[Math.floor(distances.length * 0.8)] ?? widestRange);
};

/** Said when no prices ever measured the model: wider than any sport's measured range. */
const widestRange = 0.8;

/** Weight of the model's logit beside an even line, from past games that did not push. */
export const fitSpreadWeight = (rows: readonly { cover: number; covered: boolean }[]): number => {
  const calls = rows.map(({ cover, covered }) => ({
    market: { home: 0.5, draw: null, away: 0.5 },
    model: { home: cover, draw: null, away: 1 - cover },
    score: covered ? 1 : 0,
  }));
  return fitBlend(calls).model;
};
