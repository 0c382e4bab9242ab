import { shownPercent } from "@orbline/proto/constants/predictions";
import { daysBetween } from "../domain/dates.ts";
import type { Leg, Wager } from "../domain/prediction.ts";
import type { BookPrices, Slate, SlateGame } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";
import { dateOfDay } from "../engine/dates.ts";
import {
  type ModelState,
  probability,
  spreadProbability,
  blend,
  blendSpread,
} from "../engine/serving/predict.ts";
import { estimatePick } from "../engine/market/blend.ts";
import type { Factors } from "../engine/types.ts";
import { moneylineMarket, outcomesOf, spreadMarket } from "./books.ts";
import { americanToDecimal } from "../domain/odds.ts";

/** A book's price, American. */
export type Quote = { book: string; odds: number };

/** An outcome at its best price, with the probabilities by the model, by the market, and by both. */
export type Candidate = {
  game: SlateGame;
  wager: Wager;
  odds: number;
  decimal: number;
  book: string;
  books: number;
  /** The sound prices, the best one first. */
  quotes: readonly Quote[];
  modelProbability: number;
  marketProbability: number;
  probability: number;
  edge: number;
  /** The market's favorite of the game, where it has a moneyline. */
  favorite?: Leg["favorite"];
  factors: Factors;
  /** Whether the ratings contain every game of both sides before this one, as far as the slate and its dates tell. */
  isCurrent: boolean;
};

/** A price this far above the vig-free consensus is stale or a mistake, and is left out. */
const absurdEdge = 0.12;

type Priced = Omit<Candidate, "favorite" | "isCurrent">;

/** All outcomes of a slate at their best prices. */
export function candidatesOf(slate: Slate, state: ModelState): Candidate[] {
  const isNext = nextGames(slate);
  return slate.games.flatMap((game) => {
    const moneyline = moneylines(state, game);
    const favorite = favoriteOf(moneyline);
    const all = [...moneyline, ...spreads(state, game)];
    return all.map((one) => {
      const isCurrent = isNext(game) && areRatingsCurrent(game, one.factors, state);
      return { ...one, favorite, isCurrent };
    });
  });
}

/** Finds whether a game is the next one of both sides on the slate. */
function nextGames({ games }: Slate): (game: SlateGame) => boolean {
  const first = new Map<string, number>();
  for (const { home, away, startsAt } of games)
    for (const side of [home, away])
      first.set(side, Math.min(startsAt.getTime(), first.get(side) ?? Number.POSITIVE_INFINITY));
  return ({ home, away, startsAt }) =>
    [home, away].every((side) => first.get(side) === startsAt.getTime());
}

/** Longest usual break within a season, in days; after a longer one results are missing or a season begins. */
const longestBreak: Record<Sport, number> = {
  mlb: 6,
  nba: 9,
  nhl: 9,
  nfl: 16,
  cfb: 16,
  soccer: 18,
  // Fighters rest for months: the last card that was rated decides.
  ufc: 21,
};

function areRatingsCurrent(game: SlateGame, { home, away }: Factors, state: ModelState): boolean {
  const { sport, date } = game;
  const lastRated = sport === "ufc" ? [dateOfDay(state.day)] : [home.ratedOn, away.ratedOn];
  return lastRated.every((day) => day !== null && daysBetween(day, date) <= longestBreak[sport]);
}

/** One outcome of a game with every sound book's price. */
export type Outcome = {
  side: "home" | "draw" | "away";
  modelProbability: number;
  marketProbability: number;
  probability: number;
  quotes: Quote[];
};

/** The outcomes of a game with the numbers behind them; undefined where no book has a sound moneyline. */
export function moneylineOf(
  state: ModelState,
  game: SlateGame,
): { factors: Factors; outcomes: Outcome[] } | undefined {
  const model = probability(state, game);
  const isThreeWay = model.draw !== null;
  const priced = moneylineMarket(game, isThreeWay);
  if (!priced) return undefined;
  const { books, market } = priced;
  const estimate = estimatePick(game.marketOnly ? market : blend(state, model, market));
  const outcomes = outcomesOf(isThreeWay).map((side) => ({
    side,
    modelProbability: model[side] ?? 0,
    marketProbability: market[side] ?? 0,
    probability: asShown(estimate[side] ?? 0),
    quotes: moneylineQuotes(books, side),
  }));
  return { factors: model.factors, outcomes };
}

/** An estimate is as exact as its text, so that the chances of a parlay's legs multiply to that of the parlay. */
const asShown = (estimate: number): number => shownPercent(estimate) / 100;

/** The prices of one outcome of a moneyline. */
export const moneylineQuotes = (books: readonly BookPrices[], side: Outcome["side"]): Quote[] =>
  books.map(({ book, moneyline }) => ({ book, odds: moneyline?.[side] ?? 0 }));

/** Both sides against the spread at a line, by default the usual one; undefined where no book has a sound price. */
export function spreadOf(
  state: ModelState,
  game: SlateGame,
  wantedLine?: number,
): { line: number; outcomes: (Outcome & { side: "home" | "away" })[] } | undefined {
  const priced = state.model.spread && spreadMarket(game, wantedLine);
  if (!priced) return undefined;
  const { books, line, cover: marketCover } = priced;
  const { cover, lose } = spreadProbability(state, game, line);
  const modelCover = cover / (cover + lose);
  const both = game.marketOnly ? marketCover : blendSpread(state, modelCover, marketCover);
  const outcomes = (["home", "away"] as const).map((side) => {
    const ofSide = (home: number) => (side === "home" ? home : 1 - home);
    return {
      side,
      modelProbability: ofSide(modelCover),
      marketProbability: ofSide(marketCover),
      probability: asShown(ofSide(both)),
      quotes: books.map((spread) => ({ book: spread.book, odds: spread[side] })),
    };
  });
  return { line, outcomes };
}

/** The best price that is sound. */
export const bestOf = (quotes: readonly Quote[], marketProbability: number): Quote | undefined =>
  bestFirst(quotes, marketProbability)[0];

/** The prices that are sound, the best one first. */
const bestFirst = (quotes: readonly Quote[], marketProbability: number): Quote[] =>
  quotes
    .filter(({ odds }) => marketProbability * americanToDecimal(odds) - 1 <= absurdEdge)
    .toSorted((a, b) => americanToDecimal(b.odds) - americanToDecimal(a.odds));

/** A candidate at the price of one book; undefined where that book has none that is sound. */
export function atBook(one: Candidate, book: string): Candidate | undefined {
  if (one.book === book) return one;
  const quote = one.quotes.find((each) => each.book === book);
  return quote && { ...one, ...priceOf(quote, one.probability) };
}

function priceOf({ book, odds }: Quote, p: number) {
  const decimal = americanToDecimal(odds);
  return { book, odds, decimal, edge: p * decimal - 1 };
}

function moneylines(state: ModelState, game: SlateGame): Priced[] {
  const priced = moneylineOf(state, game);
  if (!priced) return [];
  const { factors, outcomes } = priced;
  return outcomes.flatMap((outcome) =>
    candidate({ game, factors }, { market: "moneyline", side: outcome.side }, outcome),
  );
}

function spreads(state: ModelState, game: SlateGame): Priced[] {
  const priced = spreadOf(state, game);
  if (!priced) return [];
  const { line, outcomes } = priced;
  const { factors } = probability(state, game);
  return outcomes.flatMap((outcome) =>
    candidate({ game, factors }, { market: "spread", side: outcome.side, line }, outcome),
  );
}

function candidate(
  common: Pick<Priced, "game" | "factors">,
  wager: Wager,
  { quotes, modelProbability, marketProbability, probability: both }: Outcome,
): Priced[] {
  const sound = bestFirst(quotes, marketProbability);
  const [best] = sound;
  if (!best) return [];
  return [
    {
      ...common,
      ...priceOf(best, both),
      wager,
      books: quotes.length,
      quotes: sound,
      modelProbability,
      marketProbability,
      probability: both,
    },
  ];
}

/** The most probable outcome of a game by the market, at its best price. */
function favoriteOf(moneyline: readonly Priced[]): Candidate["favorite"] {
  const [likeliest] = moneyline.toSorted((a, b) => b.marketProbability - a.marketProbability);
  return likeliest && { side: likeliest.wager.side, odds: likeliest.odds };
}
