import type { Leg, Wager } from "../domain/prediction.ts";
import type { Slate, SlateGame } from "../domain/slate.ts";
import {
  type ModelState,
  probability,
  spreadProbability,
  blend,
  blendSpread,
} from "../engine/serving/predict.ts";
import type { Factors } from "../engine/types.ts";
import { moneylineMarket, outcomesOf, spreadMarket } from "./books.ts";
import { americanToDecimal } from "../domain/odds.ts";

/** An outcome at its best price, with the probabilities by the model, by the market, and by both. */
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

/** A price this far above the vig-free consensus is stale or a mistake, and is left out. */
const absurdEdge = 0.12;

type Quote = { book: string; odds: number };

/** All outcomes of a slate at their best prices. */
export const candidatesOf = (slate: Slate, state: ModelState): Candidate[] =>
  slate.games.flatMap((game) => candidatesOfGame(state, game));

function candidatesOfGame(state: ModelState, game: SlateGame): Candidate[] {
  const moneyline = moneylines(state, game);
  const favorite = favoriteOf(moneyline);
  const all = [...moneyline, ...(state.model.spread ? spreads(state, game) : [])];
  return all.map((one) => ({ ...one, favorite }));
}

function moneylines(state: ModelState, game: SlateGame): Candidate[] {
  const model = probability(state, game);
  const isThreeWay = model.draw !== null;
  const priced = moneylineMarket(game, isThreeWay);
  if (!priced) return [];
  const { books, market } = priced;
  const both = game.marketOnly ? market : blend(state, model, market);
  const common = { game, factors: model.factors, books: books.length };
  return outcomesOf(isThreeWay).flatMap((side) => {
    const quotes = books.map(({ book, moneyline }) => ({ book, odds: moneyline?.[side] ?? 0 }));
    return candidate(common, { market: "moneyline", side }, quotes, {
      modelProbability: model[side] ?? 0,
      marketProbability: market[side] ?? 0,
      probability: both[side] ?? 0,
    });
  });
}

function candidate(
  common: Pick<Candidate, "game" | "factors" | "books">,
  wager: Wager,
  quotes: readonly Quote[],
  probabilities: Pick<Candidate, "modelProbability" | "marketProbability" | "probability">,
): Candidate[] {
  const best = bestOf(quotes, probabilities.marketProbability);
  if (!best) return [];
  const decimal = americanToDecimal(best.odds);
  const edge = probabilities.probability * decimal - 1;
  return [{ ...common, ...probabilities, wager, odds: best.odds, book: best.book, decimal, edge }];
}

const bestOf = (quotes: readonly Quote[], marketProbability: number): Quote | undefined =>
  quotes
    .filter(({ odds }) => marketProbability * americanToDecimal(odds) - 1 <= absurdEdge)
    .toSorted((a, b) => americanToDecimal(b.odds) - americanToDecimal(a.odds))[0];

/** The most probable outcome of a game by the market, at its best price. */
function favoriteOf(moneyline: readonly Candidate[]): Candidate["favorite"] {
  const [likeliest] = moneyline.toSorted((a, b) => b.marketProbability - a.marketProbability);
  return likeliest && { side: likeliest.wager.side, odds: likeliest.odds };
}

function spreads(state: ModelState, game: SlateGame): Candidate[] {
  const priced = spreadMarket(game);
  if (!priced) return [];
  const { books, line, cover: marketCover } = priced;
  const { cover, lose } = spreadProbability(state, game, line);
  const modelCover = cover / (cover + lose);
  const both = game.marketOnly ? marketCover : blendSpread(state, modelCover, marketCover);
  const { factors } = probability(state, game);
  return (["home", "away"] as const).flatMap((side) => {
    const ofSide = (home: number) => (side === "home" ? home : 1 - home);
    const quotes = books.map((spread) => ({ book: spread.book, odds: spread[side] }));
    const common = { game, factors, books: books.length };
    return candidate(common, { market: "spread", side, line }, quotes, {
      modelProbability: ofSide(modelCover),
      marketProbability: ofSide(marketCover),
      probability: ofSide(both),
    });
  });
}
