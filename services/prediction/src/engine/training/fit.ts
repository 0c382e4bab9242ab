import type { Sport } from "../../domain/sport.ts";
import {
  fitSpreadWeight,
  logitRangeOf,
  pricedRows,
  scoreRows,
  spanOf,
  walkRows,
  type BackTestRow,
} from "../evaluation/backtest.ts";
import { observedGames } from "../features/game.ts";
import { fitBlend, marketLeads } from "../market/blend.ts";
import { fitMarketSd } from "../market/prices.ts";
import { coverOf, fitMarginSd, marginOf } from "../market/spread.ts";
import {
  ratingSystemNames,
  type BackTest,
  type BlendWeights,
  type FittedModel,
  type FittedRatingSystem,
  type SpreadModel,
} from "../model.ts";
import type { ObservedGame, PricedGame } from "../types.ts";
import { settings } from "./settings.ts";
import { tuneRatingSystem, warmUpEnd } from "./tune.ts";

/** Share of the games after the warm-up that tune the parameters of the back-test. */
const usualTuningShare = 0.6;

/** Evaluations of the loss per rating system; the second tuning starts where the first ended. */
export type Effort = { first: number; second: number };

const fullEffort: Effort = { first: 160, second: 80 };
/** For many games, whose optimum is sharp, and for fighters, where an evaluation fits coefficients. */
const shortEffort: Effort = { first: 80, second: 40 };
const manyGames = 40_000;

/**
 * Fits a sport on its history alone. Parameters tuned on the first part forecast the rest (the back-test), which gives
 * the blend, the spread model and the bands; then the parameters are tuned again on all games.
 */
export function fitSport(
  sport: Sport,
  history: readonly PricedGame[],
  effort: Effort = effortFor(sport, history.length),
): FittedModel {
  const games = observedGames(sport, history);
  const start = backTestStart(sport, games);
  const past = tuneAll(sport, games.slice(0, start), effort.first);
  const marketSd = fitMarketSd(sport, history.slice(0, start));
  const rows = walkRows(sport, past, history, start, marketSd);
  const backTest = scoreRows(rows);
  return {
    sport,
    span: spanOf(history),
    systems: tuneAll(sport, games, effort.second, past),
    blend: provenBlend(rows, backTest),
    marketSd: fitMarketSd(sport, history),
    spread: settings[sport].spreads && marketSd !== null ? fitSpread(rows, marketSd) : null,
    logitRange: logitRangeOf(rows),
    backTest,
  };
}

const effortFor = (sport: Sport, games: number): Effort =>
  sport === "ufc" || games >= manyGames ? shortEffort : fullEffort;

/** Tunes the rating systems that have a weight in the sport's model. */
function tuneAll(
  sport: Sport,
  games: readonly ObservedGame[],
  evaluations: number,
  from: readonly FittedRatingSystem[] = [],
): FittedRatingSystem[] {
  return ratingSystemNames.flatMap((name) => {
    const { weight = 0, unpricedWeight = weight } = settings[sport].systems[name] ?? {};
    if (weight === 0 && unpricedWeight === 0) return [];
    const start = from.find((system) => system.name === name)?.params;
    const params = tuneRatingSystem(sport, name, games, evaluations, start);
    return [{ name, weight, unpricedWeight, params }];
  });
}

/** First game of the back-test: the first of its day, at a season's start after the tuning share. */
function backTestStart(sport: Sport, games: readonly ObservedGame[]): number {
  const start = warmUpEnd(sport, games);
  const { tuningShare = usualTuningShare } = settings[sport];
  const middle = Math.floor(start + (games.length - start) * tuningShare);
  const season = games[middle]?.season ?? 0;
  const next = games.findIndex((game, i) => i >= middle && game.season > season);
  const opening = games.findIndex((game) => game.season >= season);
  const candidates = [next, opening].filter((row) => row > start);
  const [nearest = middle] = candidates.toSorted(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle),
  );
  return games.findIndex(({ day }) => day === games[nearest]?.day);
}

function fitSpread(rows: readonly BackTestRow[], marketSd: number): SpreadModel {
  const sd = fitMarginSd(rows.map(({ model, margin }) => ({ home: model.home, margin })));
  const lined = rows.flatMap(({ game: { spreadHome }, model, margin }) => {
    if (spreadHome === null || margin + spreadHome === 0) return [];
    const { cover, lose } = coverOf(marginOf(model.home, sd), sd, spreadHome);
    return [{ cover: cover / (cover + lose), covered: margin + spreadHome > 0 }];
  });
  return { sd, marketSd, weight: fitSpreadWeight(lined) };
}

/** The blend of all back-test games, if weights of earlier seasons improved on the market in later ones. */
const provenBlend = (rows: readonly BackTestRow[], backTest: BackTest): BlendWeights =>
  (backTest.blendAgainstMarket?.difference ?? 0) < 0 ? fitBlend(pricedRows(rows)) : marketLeads;
