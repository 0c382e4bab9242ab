import type { Leg } from "../domain/prediction.ts";
import type { SlateGame } from "../domain/slate.ts";
import type { Closings, Slates } from "../use-cases/ports.ts";
import { consensus, listedBy, moneylineBooks, sidesOf, spreadBooks } from "./books.ts";

/** The books' consensus on a game's outcome, freed of their margin; null where no book is sound. */
export const consensusOf = (
  game: SlateGame,
): { home: number; draw: number | null; away: number } | null => {
  const hasDraw = game.sport === "soccer";
  const books = moneylineBooks(game, hasDraw);
  if (books.length === 0) return null;
  const fair = consensus(books.map((book) => listedBy(book, hasDraw)));
  const [home = 0, last = 0, away = 0] = fair;
  return hasDraw ? { home, draw: last, away } : { home, draw: null, away: last };
};

const spreadChance = (game: SlateGame, side: "home" | "away", line: number): number | null => {
  const books = spreadBooks(game, line);
  if (books.length === 0) return null;
  const [home = 0, away = 0] = consensus(books.map((quote) => [quote.home, quote.away]));
  return side === "home" ? home : away;
};

const chanceOf = (game: SlateGame, { wager }: Leg): number | null => {
  if (wager.market === "spread") return spreadChance(game, wager.side, wager.line);
  const hasDraw = game.sport === "soccer";
  return sidesOf(hasDraw).includes(wager.side) ? (consensusOf(game)?.[wager.side] ?? null) : null;
};

/** Chances by a slate's closing prices: the vig-free consensus; a spread counts at the line that was taken. */
export const slateClosings = ({ slates }: { slates: Slates }): Closings => ({
  read: async (gameIds) => {
    const games = await slates.closingOf(gameIds);
    return (leg) => {
      const game = games.get(leg.gameId);
      return game ? chanceOf(game, leg) : null;
    };
  },
});
