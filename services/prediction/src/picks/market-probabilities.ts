import type { LegSummary } from "../domain/prediction.ts";
import type { SlateGame } from "../domain/slate.ts";
import { hasDraw } from "../domain/sport.ts";
import type { MarketProbabilities, Slates } from "../use-cases/ports.ts";
import { consensus, listedBy, moneylineBooks, sidesOf, spreadBooks } from "./books.ts";

/** The market's vig-free consensus; a spread counts at the line that was taken. */
export function marketProbabilities(slates: Slates): MarketProbabilities {
  return {
    consensusOf,
    readClosing: async (gameIds) => {
      const games = await slates.closingGames(gameIds);
      return (leg) => {
        const game = games.get(leg.gameId);
        return game ? probabilityOf(game, leg) : null;
      };
    },
  };
}

const consensusOf: MarketProbabilities["consensusOf"] = (game) => {
  const isThreeWay = hasDraw(game.sport);
  const books = moneylineBooks(game, isThreeWay);
  if (books.length === 0) return null;
  const fair = consensus(books.map((book) => listedBy(book, isThreeWay)));
  const [home = 0, last = 0, away = 0] = fair;
  return isThreeWay ? { home, draw: last, away } : { home, draw: null, away: last };
};

function probabilityOf(game: SlateGame, { wager }: LegSummary): number | null {
  if (wager.market === "spread") return spreadProbability(game, wager.side, wager.line);
  const sides = sidesOf(hasDraw(game.sport));
  return sides.includes(wager.side) ? (consensusOf(game)?.[wager.side] ?? null) : null;
}

function spreadProbability(game: SlateGame, side: "home" | "away", line: number): number | null {
  const books = spreadBooks(game, line);
  if (books.length === 0) return null;
  const [home = 0, away = 0] = consensus(books.map((quote) => [quote.home, quote.away]));
  return side === "home" ? home : away;
}
