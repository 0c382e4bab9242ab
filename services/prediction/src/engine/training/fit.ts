import {
  fitSpreadWeight,
  logitRangeOf,
  pricedRows,
  scoreRows,
  spanOf,
  walkRows,
  type BackTestRow,
} from "../evaluation/backtest.ts";
import { fitBlend, marketLeads, type BlendWeights } from "../market/blend.ts";
import { fitMarketSd } from "../market/prices.ts";
import { playedMatches, type PlayedMatch } from "../features/match.ts";
import type { BackTest, FittedModel, SpreadModel } from "./model.ts";
import { componentNames } from "./settings-types.ts";
import { settings } from "./settings.ts";
import { coverOf, fitMarginSd, marginOf } from "../market/spread.ts";
import { tuneComponent, warmUpEnd } from "./tune.ts";
import type { FittedComponent } from "../serving/walk.ts";
import type { PricedGame, Sport } from "../types.ts";

/** Share of the rows after the warm-up that tune the numbers the back-test is made with. */
const usualTuningShare = 0.6;

/** Evaluations of the objective per component; the second tuning starts where the first ended. */
export type Effort = { first: number; second: number };

const fullEffort: Effort = { first: 160, second: 80 };
/** Enough where there are so many games that the optimum is sharp, or where an evaluation fits coefficients. */
const shortEffort: Effort = { first: 80, second: 40 };
const manyGames = 40_000;

const effortFor = (sport: Sport, games: number): Effort =>
  sport === "ufc" || games >= manyGames ? shortEffort : fullEffort;

/** The components that have a weight in the sport's model. */
const namesOf = (sport: Sport): Omit<FittedComponent, "params">[] =>
  componentNames.flatMap((name) => {
    const { weight = 0, unpricedWeight = weight } = settings[sport].components[name] ?? {};
    return weight === 0 && unpricedWeight === 0 ? [] : [{ name, weight, unpricedWeight }];
  });

const tuneAll = (
  sport: Sport,
  matches: readonly PlayedMatch[],
  evaluations: number,
  from: readonly FittedComponent[] = [],
): FittedComponent[] =>
  namesOf(sport).map((component) => {
    const start = from.find(({ name }) => name === component.name)?.params;
    const params = tuneComponent(sport, component.name, matches, evaluations, start);
    return { ...component, params };
  });

/** First row of the back-test: a season's start after the tuning share. */
const backTestStart = (sport: Sport, matches: readonly PlayedMatch[]): number => {
  const start = warmUpEnd(sport, matches);
  const { tuningShare = usualTuningShare } = settings[sport];
  const middle = Math.floor(start + (matches.length - start) * tuningShare);
  const season = matches[middle]?.season ?? 0;
  const next = matches.findIndex((match, i) => i >= middle && match.season > season);
  const opening = matches.findIndex((match) => match.season >= season);
  const candidates = [next, opening].filter((row) => row > start);
  return candidates.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle;
};

const fitSpread = (rows: readonly BackTestRow[], marketSd: number): SpreadModel => {
  const sd = fitMarginSd(rows.map(({ model, margin }) => ({ home: model.home, margin })));
  const lined = rows.flatMap(({ game: { spreadHome }, model, margin }) => {
    if (spreadHome === null || margin + spreadHome === 0) return [];
    const { cover, lose } = coverOf(marginOf(model.home, sd), sd, spreadHome);
    return [{ cover: cover / (cover + lose), covered: margin + spreadHome > 0 }];
  });
  return { sd, marketSd, weight: fitSpreadWeight(lined) };
};

/** The blend of all back-test rows, if weights of earlier seasons helped in the seasons after them. */
const provenBlend = (rows: readonly BackTestRow[], backTest: BackTest): BlendWeights =>
  (backTest.blendAgainstMarket?.difference ?? 0) < 0 ? fitBlend(pricedRows(rows)) : marketLeads;

/**
 * Fits a sport on its history alone. Numbers tuned on the first part predict the rest (the back-test),
 * which gives the blend, the spread model and the bands; then the numbers are tuned again on all rows.
 */
export const fitSport = (
  sport: Sport,
  history: readonly PricedGame[],
  effort: Effort = effortFor(sport, history.length),
): FittedModel => {
  const matches = playedMatches(sport, new Map(), history);
  const start = backTestStart(sport, matches);
  const past = tuneAll(sport, matches.slice(0, start), effort.first);
  const marketSd = fitMarketSd(sport, history.slice(0, start));
  const rows = walkRows(sport, past, history, start, marketSd);
  const backTest = scoreRows(rows);
  return {
    sport,
    span: spanOf(history),
    components: tuneAll(sport, matches, effort.second, past),
    blend: provenBlend(rows, backTest),
    marketSd: fitMarketSd(sport, history),
    spread: settings[sport].spreads && marketSd !== null ? fitSpread(rows, marketSd) : null,
    logitRange: logitRangeOf(rows),
    backTest,
  };
};
