import type { LegSummary } from "../domain/prediction.ts";
import type { SlateGame } from "../domain/slate.ts";
import { hasDraw } from "../domain/sport.ts";
import type { MarketProbabilities, Slates } from "../use-cases/ports.ts";
import { moneylineMarket, spreadMarket } from "./books.ts";

/** The market's vig-free consensus; a spread counts at the line that was taken. */
export function marketProbabilities(slates: Slates): MarketProbabilities {
  return {
    consensusOf,
    readClosing: async (gameIds) => {
      const games = await slates.closingGames(gameIds);
      return (leg) => {
        const game = games.get(leg.gameId);
        return game ? closingProbability(game, leg) : null;
      };
    },
  };
}

const consensusOf: MarketProbabilities["consensusOf"] = (game) =>
  moneylineMarket(game, hasDraw(game.sport))?.market ?? null;

function closingProbability(game: SlateGame, { wager }: LegSummary): number | null {
  if (wager.market === "moneyline") return consensusOf(game)?.[wager.side] ?? null;
  const cover = spreadMarket(game, wager.line)?.cover;
  if (cover === undefined) return null;
  return wager.side === "home" ? cover : 1 - cover;
}
