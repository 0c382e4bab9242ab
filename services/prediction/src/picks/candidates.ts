import type { Leg, Wager } from "../domain/prediction.ts";
import type { Slate, SlateGame } from "../domain/slate.ts";
import {
  hasSpreads,
  type ModelState,
  probability,
  spreadProbability,
} from "../engine/serving/predict.ts";
import { blend, blendSpread } from "../engine/serving/predict.ts";
import type { Factors, Fixture, Probabilities } from "../engine/types.ts";
import { consensus, listedBy, moneylineBooks, sidesOf, spreadBooks } from "./books.ts";
import { americanToDecimal } from "../domain/odds.ts";

/** One thing that can be backed, at its best price, with what model, market and both together think of it. */
export type Candidate = {
  game: SlateGame;
  wager: Wager;
  odds: number;
  decimal: number;
  book: string;
  books: number;
  modelProbability: number;
  marketProbability: number;
  probability: number;
  edge: number;
  /** The market's favorite of the game, where it has a moneyline. */
  favorite?: Leg["favorite"];
  factors: Factors;
};

/** A price this far above the vig-free consensus is stale or a mistake, and is not chased. */
const absurdEdge = 0.12;

/** A game in the model's terms. */
export const fixtureOf = (game: SlateGame): Fixture => ({
  date: game.date,
  home: game.home,
  away: game.away,
  neutral: game.neutral,
  season: game.season,
  postseason: game.postseason,
  league: game.league,
  homeDivision: game.homeDivision,
  awayDivision: game.awayDivision,
  ...game.details,
});

type Quote = { book: string; odds: number };

const bestOf = (quotes: readonly Quote[], marketProbability: number): Quote | undefined =>
  quotes
    .filter(({ odds }) => marketProbability * americanToDecimal(odds) - 1 <= absurdEdge)
    .toSorted((a, b) => americanToDecimal(b.odds) - americanToDecimal(a.odds))[0];

const candidate = (
  common: Pick<Candidate, "game" | "factors" | "books">,
  wager: Wager,
  quotes: readonly Quote[],
  chances: Pick<Candidate, "modelProbability" | "marketProbability" | "probability">,
): Candidate[] => {
  const best = bestOf(quotes, chances.marketProbability);
  if (!best) return [];
  const decimal = americanToDecimal(best.odds);
  const edge = chances.probability * decimal - 1;
  return [{ ...common, ...chances, wager, odds: best.odds, book: best.book, decimal, edge }];
};

const moneylines = (state: ModelState, game: SlateGame): Candidate[] => {
  const model = probability(state, fixtureOf(game));
  const hasDraw = model.draw !== null;
  const books = moneylineBooks(game, hasDraw);
  if (books.length === 0) return [];
  const fair = consensus(books.map((book) => listedBy(book, hasDraw)));
  const market: Probabilities = hasDraw
    ? { home: fair[0] ?? 0, draw: fair[1] ?? 0, away: fair[2] ?? 0 }
    : { home: fair[0] ?? 0, draw: null, away: fair[1] ?? 0 };
  const both = game.marketOnly ? market : blend(state, model, market);
  const common = { game, factors: model.factors, books: books.length };
  return sidesOf(hasDraw).flatMap((side) => {
    const quotes = books.map(({ book, moneyline }) => ({ book, odds: moneyline?.[side] ?? 0 }));
    return candidate(common, { market: "moneyline", side }, quotes, {
      modelProbability: model[side] ?? 0,
      marketProbability: market[side] ?? 0,
      probability: both[side] ?? 0,
    });
  });
};

const spreads = (state: ModelState, game: SlateGame): Candidate[] => {
  const books = spreadBooks(game);
  const [first] = books;
  if (!first) return [];
  const { line } = first;
  const fixture = fixtureOf(game);
  const { cover, lose } = spreadProbability(state, fixture, line);
  const modelCover = cover / (cover + lose);
  const [marketCover = 0.5] = consensus(books.map(({ home, away }) => [home, away]));
  const both = game.marketOnly ? marketCover : blendSpread(state, modelCover, marketCover);
  const common = {
    game,
    factors: probability(state, fixture).factors,
    books: books.length,
  };
  return (["home", "away"] as const).flatMap((side) => {
    const ofSide = (home: number) => (side === "home" ? home : 1 - home);
    const quotes = books.map((spread) => ({ book: spread.book, odds: spread[side] }));
    return candidate(common, { market: "spread", side, line }, quotes, {
      modelProbability: ofSide(modelCover),
      marketProbability: ofSide(marketCover),
      probability: ofSide(both),
    });
  });
};

/** The market's favorite among the moneylines of one game, at its best price. */
const favoriteOf = (moneyline: readonly Candidate[]): Candidate["favorite"] => {
  const [likeliest] = moneyline.toSorted((a, b) => b.marketProbability - a.marketProbability);
  return likeliest && { side: likeliest.wager.side, odds: likeliest.odds };
};

const candidatesOfGame = (state: ModelState, game: SlateGame): Candidate[] => {
  const moneyline = moneylines(state, game);
  const favorite = favoriteOf(moneyline);
  const all = [...moneyline, ...(hasSpreads(state) ? spreads(state, game) : [])];
  return all.map((one) => ({ ...one, favorite }));
};

/** Everything on a slate that can be backed, best price each. */
export const candidatesOf = (slate: Slate, state: ModelState): Candidate[] =>
  slate.games.flatMap((game) => candidatesOfGame(state, game));
