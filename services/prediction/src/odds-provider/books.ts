import { hourMs } from "../domain/dates.ts";
import { hasSoundSum, isAmerican } from "../domain/odds.ts";
import type { BookPrices } from "../domain/slate.ts";
import { hasDraw, type Sport } from "../domain/sport.ts";
import { bookSchema, type ProviderMarket } from "./schemas.ts";

/** Why a book's prices of a game are left out. */
export const bookFaults = [
  "malformed",
  "no-moneyline",
  "outcomes",
  "draw",
  "price",
  "sum",
  "in-play",
  "stale",
] as const;
export type BookFault = (typeof bookFaults)[number];

type NamedGame = { home_team: string; away_team: string; commence_time: Date };

/** The provider reads every book within minutes; older prices belong to a suspended market. */
const staleAfterMs = 12 * hourMs;

/**
 * One book's prices of a game, or why they are left out. A soccer book without a price for the draw has suspended it;
 * a two-way book with one sells another bet. Lay prices are in markets of their own. Before a lopsided game a book
 * may price the spread only.
 */
export function readBook(
  listed: unknown,
  game: NamedGame,
  { sport, now }: { sport: Sport; now: Date },
): BookPrices | BookFault {
  const book = bookSchema.safeParse(listed).data;
  if (!book) return "malformed";
  const market = (wanted: string) => book.markets.find(({ key }) => key === wanted);
  const [h2h, spreads] = [market("h2h"), market("spreads")];
  const moneyline = h2h ? moneylineOf(h2h, game, sport) : null;
  if (typeof moneyline === "string") return moneyline;
  const spread = spreads && spreadOf(spreads, game);
  if (!moneyline && typeof spread !== "object") return spread ?? "no-moneyline";
  const updatedAt = (h2h ?? spreads)?.last_update ?? book.last_update ?? now;
  if (updatedAt >= game.commence_time) return "in-play";
  if (now.getTime() - updatedAt.getTime() > staleAfterMs) return "stale";
  const sound = typeof spread === "object" ? spread : undefined;
  return { book: book.title, moneyline, spread: sound, updatedAt };
}

function moneylineOf(
  market: ProviderMarket,
  game: NamedGame,
  sport: Sport,
): NonNullable<BookPrices["moneyline"]> | BookFault {
  const outcomes = byName(market, game);
  if (!outcomes) return "outcomes";
  const { home, away, draw } = outcomes;
  if (hasDraw(sport) !== (draw !== undefined)) return "draw";
  const prices = { home: home.price, draw: draw?.price ?? null, away: away.price };
  return faultOf([home, away, ...(draw ? [draw] : [])]) ?? prices;
}

function spreadOf(
  market: ProviderMarket,
  game: NamedGame,
): NonNullable<BookPrices["spread"]> | BookFault {
  const outcomes = byName(market, game);
  if (!outcomes || outcomes.draw) return "outcomes";
  const { home, away } = outcomes;
  const line = home.point ?? Number.NaN;
  // Both outcomes belong to one bet only if their handicaps mirror each other.
  if (!Number.isFinite(line) || line !== -(away.point ?? Number.NaN)) return "outcomes";
  return faultOf([home, away]) ?? { line, home: home.price, away: away.price };
}

/** Outcomes are in no fixed order, so they are found by name; undefined unless each occurs exactly once. */
function byName({ outcomes }: ProviderMarket, game: NamedGame) {
  const named = (wanted: string) =>
    outcomes.filter(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  const [home, ...homes] = named(game.home_team);
  const [away, ...aways] = named(game.away_team);
  const [draw, ...draws] = named("draw");
  const isWhole =
    homes.length + aways.length + draws.length === 0 && outcomes.length === (draw ? 3 : 2);
  return home && away && isWhole ? { home, away, draw } : undefined;
}

function faultOf(outcomes: readonly { price: number }[]): BookFault | undefined {
  const prices = outcomes.map(({ price }) => price);
  if (!prices.every(isAmerican)) return "price";
  return hasSoundSum(prices) ? undefined : "sum";
}
