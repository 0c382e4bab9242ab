import type { CheckedBet } from "@orbline/proto/http/prediction/price-check";
import { signedNumber } from "#/lib/format.ts";
import { parseOdds } from "#/lib/odds-input.ts";
import type { UpcomingGame } from "#/shared/slate.ts";
import { messages } from "./messages.ts";

/** A leg as far as the user has entered it. */
export type LegDraft = {
  key: number;
  gameId: string | undefined;
  side: Side["value"] | undefined;
  odds: string;
};

export const emptyLeg = (key: number, gameId?: string): LegDraft => ({
  key,
  gameId,
  side: undefined,
  odds: "",
});

/** One outcome of a game to bet on. */
export type Side = {
  value: `${"moneyline" | "spread"}:${"home" | "draw" | "away"}`;
  name: string;
  market: string;
  best: { odds: number; book: string } | null;
};

/** The outcomes of a game that a price check takes. */
export function sidesOf({ home, away, moneyline, spread }: UpcomingGame): Side[] {
  const { moneyline: win, spread: handicap } = messages;
  return [
    ...(moneyline
      ? [
          { value: "moneyline:home", name: home, market: win, best: moneyline.home } as const,
          ...(moneyline.draw
            ? [
                {
                  value: "moneyline:draw",
                  name: messages.draw,
                  market: win,
                  best: moneyline.draw,
                } as const,
              ]
            : []),
          { value: "moneyline:away", name: away, market: win, best: moneyline.away } as const,
        ]
      : []),
    ...(spread
      ? [
          {
            value: "spread:home",
            name: `${home} ${signedNumber(spread.line)}`,
            market: handicap,
            best: spread.home,
          } as const,
          {
            value: "spread:away",
            name: `${away} ${signedNumber(-spread.line)}`,
            market: handicap,
            best: spread.away,
          } as const,
        ]
      : []),
  ];
}

/** The bets of complete legs; undefined while a leg is not complete. */
export function toBets(
  legs: readonly LegDraft[],
  games: ReadonlyMap<string, UpcomingGame>,
): CheckedBet[] | undefined {
  const bets = legs.map((leg) => toBet(leg, games.get(leg.gameId ?? "")));
  return bets.every((bet) => bet !== undefined) ? bets : undefined;
}

function toBet(leg: LegDraft, game: UpcomingGame | undefined): CheckedBet | undefined {
  const odds = parseOdds(leg.odds);
  if (!game || leg.side === undefined || odds === undefined) return undefined;
  const [market, side] = leg.side.split(":");
  const common = { gameId: game.id, odds };
  if (market === "moneyline")
    return {
      ...common,
      market,
      side: side === "draw" ? "draw" : side === "home" ? "home" : "away",
    };
  const { line } = game.spread ?? {};
  return { ...common, market: "spread", side: side === "home" ? "home" : "away", line };
}
