import { decimalOf } from "../domain/bet.ts";
import type { Wager } from "../domain/prediction.ts";
import type { BookPrices, Slate, SlateGame } from "../domain/slate.ts";
import { devig } from "../model/odds.ts";
import { hasSpreads, type ModelState, probability, spreadProbability } from "../model/serve.ts";
import { blend, blendSpread } from "../model/trust.ts";
import type { Factors, Fixture, Probabilities } from "../model/types.ts";

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
  factors: Factors;
};

/** A price this far above the vig-free consensus is stale or a mistake, and is not chased. */
const absurdEdge = 0.12;
/** A book whose implied chances sum to less or more than this is broken. */
const soundSum = { from: 0.97, to: 1.25 };

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

const isSound = (prices: readonly number[]) => {
  const sum = prices.reduce((total, odds) => total + 1 / decimalOf(odds), 0);
  return sum >= soundSum.from && sum <= soundSum.to;
};

/** A game in the model's terms. */
export const fixtureOf = (game: SlateGame): Fixture => ({
  date: game.date,
  home: game.home,
  away: game.away,
  neutral: game.neutral,
  ...(game.season !== undefined && { season: game.season }),
  ...(game.postseason !== undefined && { postseason: game.postseason }),
  ...(game.league && { league: game.league }),
  ...(game.homeDivision && { homeDivision: game.homeDivision }),
  ...(game.awayDivision && { awayDivision: game.awayDivision }),
});

type Quote = { book: string; odds: number };

/** Vig-free consensus of several books: each is freed of its margin, then the median is taken per outcome. */
const consensus = (quotes: readonly number[][]): number[] => {
  const fair = quotes.map((prices) => devig(prices));
  const middle = (fair[0] ?? []).map((_, outcome) => median(fair.map((one) => one[outcome] ?? 0)));
  const sum = middle.reduce((total, p) => total + p, 0);
  return middle.map((p) => p / sum);
};

const bestOf = (quotes: readonly Quote[], marketProbability: number): Quote | undefined =>
  quotes
    .filter(({ odds }) => marketProbability * decimalOf(odds) - 1 <= absurdEdge)
    .toSorted((a, b) => decimalOf(b.odds) - decimalOf(a.odds))[0];

const candidate = (
  common: Pick<Candidate, "game" | "factors" | "books">,
  wager: Wager,
  quotes: readonly Quote[],
  chances: Pick<Candidate, "modelProbability" | "marketProbability" | "probability">,
): Candidate[] => {
  const best = bestOf(quotes, chances.marketProbability);
  if (!best) return [];
  const decimal = decimalOf(best.odds);
  const edge = chances.probability * decimal - 1;
  return [{ ...common, ...chances, wager, odds: best.odds, book: best.book, decimal, edge }];
};

const moneylines = (state: ModelState, game: SlateGame): Candidate[] => {
  const model = probability(state, fixtureOf(game));
  const hasDraw = model.draw !== null;
  const listed = ({ moneyline }: BookPrices) =>
    hasDraw
      ? [moneyline.home, moneyline.draw ?? 0, moneyline.away]
      : [moneyline.home, moneyline.away];
  const books = game.books.filter(
    (book) => (!hasDraw || book.moneyline.draw !== null) && isSound(listed(book)),
  );
  if (books.length === 0) return [];
  const fair = consensus(books.map(listed));
  const market: Probabilities = hasDraw
    ? { home: fair[0] ?? 0, draw: fair[1] ?? 0, away: fair[2] ?? 0 }
    : { home: fair[0] ?? 0, draw: null, away: fair[1] ?? 0 };
  const both = game.marketOnly ? market : blend(state, model, market);
  const sides = hasDraw ? (["home", "draw", "away"] as const) : (["home", "away"] as const);
  const common = { game, factors: model.factors, books: books.length };
  return sides.flatMap((side) => {
    const quotes = books.map(({ book, moneyline }) => ({ book, odds: moneyline[side] ?? 0 }));
    return candidate(common, { market: "moneyline", side }, quotes, {
      modelProbability: model[side] ?? 0,
      marketProbability: market[side] ?? 0,
      probability: both[side] ?? 0,
    });
  });
};

const spreads = (state: ModelState, game: SlateGame): Candidate[] => {
  const listed = game.books.flatMap(({ book, spread }) => (spread ? [{ book, ...spread }] : []));
  const [line] = listed
    .map((spread) => spread.line)
    .toSorted((a, b) => count(listed, b) - count(listed, a));
  const books = listed.filter(
    (spread) => spread.line === line && isSound([spread.home, spread.away]),
  );
  if (line === undefined || books.length === 0) return [];
  const fixture = fixtureOf(game);
  const { cover, lose } = spreadProbability(state, fixture, line);
  const modelCover = cover / (cover + lose);
  const [marketCover = 0.5] = consensus(books.map(({ home, away }) => [home, away]));
  const both = game.marketOnly
    ? marketCover
    : blendSpread(state, modelCover, marketCover);
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

const count = (listed: readonly { line: number }[], line: number) =>
  listed.filter((spread) => spread.line === line).length;

/** Everything on a slate that can be backed, best price each. */
export const candidatesOf = (slate: Slate, state: ModelState): Candidate[] =>
  slate.games.flatMap((game) => [
    ...moneylines(state, game),
    ...(hasSpreads(state) ? spreads(state, game) : []),
  ]);
