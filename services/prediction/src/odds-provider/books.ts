import type { BookPrices } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";
import type { ProviderBook, ProviderMarket } from "./provider-schemas.ts";
import { hasSoundSum, isAmerican } from "../domain/odds.ts";
import { hourMs } from "../domain/dates.ts";

/** Why a book's prices of a game are not used. */
export const bookFaults = [
  "no-moneyline",
  "outcomes",
  "draw",
  "price",
  "sum",
  "in-play",
  "stale",
] as const;
/** One of `bookFaults`. */
export type BookFault = (typeof bookFaults)[number];

/** How the provider itself names the sides of a game. */
export type NamedGame = { home_team: string; away_team: string; commence_time: Date };

const drawName = "draw";
/** The provider looks at every book within minutes; prices older than this belong to a suspended market. */
const staleAfterMs = 12 * hourMs;

const faultOfPrices = (prices: readonly number[]): BookFault | undefined => {
  if (!prices.every(isAmerican)) return "price";
  return hasSoundSum(prices) ? undefined : "sum";
};

/** Outcomes stand in no fixed order, so each is found by its name. */
const byName = ({ outcomes }: ProviderMarket, game: NamedGame) => {
  const named = (wanted: string) =>
    outcomes.filter(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  const [home, ...homes] = named(game.home_team);
  const [away, ...aways] = named(game.away_team);
  const [draw, ...draws] = named(drawName);
  const isWhole =
    homes.length + aways.length + draws.length === 0 && outcomes.length === (draw ? 3 : 2);
  return home && away && isWhole ? { home, away, draw } : undefined;
};

const faultOfTime = (updatedAt: Date, game: NamedGame, now: Date): BookFault | undefined => {
  if (updatedAt >= game.commence_time) return "in-play";
  return now.getTime() - updatedAt.getTime() > staleAfterMs ? "stale" : undefined;
};

const spreadOf = (
  market: ProviderMarket | undefined,
  game: NamedGame,
): BookPrices["spread"] | undefined => {
  const sides = market && byName(market, game);
  if (!sides || sides.draw) return undefined;
  const { home, away } = sides;
  const line = home.point ?? Number.NaN;
  // Both sides are of one bet only where their handicaps mirror each other.
  if (!Number.isFinite(line) || line !== -(away.point ?? Number.NaN)) return undefined;
  if (faultOfPrices([home.price, away.price])) return undefined;
  return { line, home: home.price, away: away.price };
};

const moneylineOf = (
  market: ProviderMarket,
  game: NamedGame,
  sport: Sport,
): NonNullable<BookPrices["moneyline"]> | BookFault => {
  const sides = byName(market, game);
  if (!sides) return "outcomes";
  const { home, away, draw } = sides;
  if ((sport === "soccer") !== (draw !== undefined)) return "draw";
  const prices = [home.price, away.price, ...(draw ? [draw.price] : [])];
  return faultOfPrices(prices) ?? { home: home.price, draw: draw?.price ?? null, away: away.price };
};

/**
 * One book's prices of a game, or why they are not used. A soccer book without a price for the draw has
 * suspended it; a two-way book with one sells another bet. Lay prices stand in markets of their own. Before
 * a lopsided game books may price the spread only.
 */
export const readBook = (
  book: ProviderBook,
  game: NamedGame,
  { sport, now }: { sport: Sport; now: Date },
): BookPrices | BookFault => {
  const market = (wanted: string) => book.markets.find(({ key }) => key === wanted);
  const [h2h, spreads] = [market("h2h"), market("spreads")];
  const moneyline = h2h ? moneylineOf(h2h, game, sport) : null;
  if (typeof moneyline === "string") return moneyline;
  const spread = spreadOf(spreads, game);
  if (!moneyline && !spread) return "no-moneyline";
  const updatedAt = (h2h ?? spreads)?.last_update ?? book.last_update ?? now;
  const fault = faultOfTime(updatedAt, game, now);
  if (fault) return fault;
  return { book: book.title, moneyline, ...(spread && { spread }), updatedAt };
};
