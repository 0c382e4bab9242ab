import { coverChance, type Strengths } from "./play.ts";
import { randomFor } from "./random.ts";
import { dayMs, minuteMs } from "./schedule.ts";
import type { Game } from "./season.ts";

/** One book's prices of a game, as probabilities that include its margin. */
export type BookPrices = {
  key: string;
  title: string;
  updatedAt: number;
  moneyline: { home: number; draw: number; away: number };
  spread?: { line: number; home: number; away: number } | undefined;
};

/** The books of the American region, with their margins. */
const books = [
  { key: "draftkings", title: "DraftKings", margin: 0.045 },
  { key: "fanduel", title: "FanDuel", margin: 0.042 },
  { key: "betmgm", title: "BetMGM", margin: 0.05 },
  { key: "williamhill_us", title: "Caesars", margin: 0.048 },
  { key: "betrivers", title: "BetRivers", margin: 0.055 },
  { key: "betonlineag", title: "BetOnline.ag", margin: 0.035 },
  { key: "bovada", title: "Bovada", margin: 0.05 },
];

/** How far a book stands from the market, in logits. */
const disagreement = 0.06;
/** How far the market of a week before stands from the truth, in logits; it comes closer until the start. */
const earlyError = 0.18;

/**
 * The prices of all books at a moment. They change every 20 minutes, and come closer to the truth until the game
 * starts. The first bouts of a card have two books.
 */
export function pricesOf(
  seed: string,
  game: Game,
  { edge, chances }: Strengths,
  now: number,
): BookPrices[] {
  const { id, isSwapped, startsAt, scheduled } = game;
  const { sport } = scheduled.competition;
  const isUndercard = sport === "ufc" && scheduled.place < 2;
  const period = Math.floor(Math.min(now, startsAt) / (20 * minuteMs));
  const ahead = Math.min(1, Math.max(0, startsAt - now) / (7 * dayMs));
  const market = randomFor(seed, id, "market").normal(0, earlyError) * Math.sqrt(ahead);
  return books.slice(0, isUndercard ? 2 : books.length).flatMap(({ key, title, margin }, index) => {
    const own = randomFor(seed, id, key);
    const isMissing = own.uniform() < 0.08 && index > 2;
    if (isMissing) return [];
    const shift = market + own.normal(0, disagreement) + jitter(seed, id, key, period);
    const fair = tilted(chances, shift);
    const priced = isSwapped ? { ...fair, home: fair.away, away: fair.home } : fair;
    const withMargin = (chance: number) => clamp(chance) * (1 + margin);
    const spreads = sport === "nfl" || sport === "cfb" || sport === "nba";
    return {
      key,
      title,
      updatedAt: now - randomFor(seed, id, key, period, "age").integer(10, 170) * 1_000,
      moneyline: {
        home: withMargin(priced.home),
        draw: chances.draw > 0 ? withMargin(priced.draw) : 0,
        away: withMargin(priced.away),
      },
      spread: spreads ? spreadOf(game, edge + 4 * shift, own.integer(-1, 1), margin) : undefined,
    };
  });
}

const jitter = (seed: string, id: string, key: string, period: number) =>
  randomFor(seed, id, key, period).normal(0, 0.015);

/** A price for less than a 40th would be no bet. */
const clamp = (chance: number) => Math.min(0.95, Math.max(0.025, chance));

function tilted(chances: Strengths["chances"], shift: number): Strengths["chances"] {
  const weights = {
    home: chances.home * Math.exp(shift / 2),
    draw: chances.draw,
    away: chances.away * Math.exp(-shift / 2),
  };
  const sum = weights.home + weights.draw + weights.away;
  return { home: weights.home / sum, draw: weights.draw / sum, away: weights.away / sum };
}

/** The handicap of the home side, whole or half points, and the prices of both sides. */
function spreadOf(
  { scheduled, isSwapped }: Game,
  edge: number,
  halves: number,
  margin: number,
): BookPrices["spread"] {
  const line = -Math.round(2 * edge) / 2 + halves / 2 || 0.5;
  const cover = clamp(coverChance(scheduled, edge, line)) * (1 + margin);
  const other = clamp(1 - coverChance(scheduled, edge, line)) * (1 + margin);
  return isSwapped ? { line: -line, home: other, away: cover } : { line, home: cover, away: other };
}

/** An American price: a whole number, at least 100 away from zero. */
export function americanPrice(probability: number): number {
  const decimal = 1 / probability;
  const price = decimal >= 2 ? 100 * (decimal - 1) : -100 / (decimal - 1);
  const step = Math.abs(price) > 300 ? 10 : 5;
  const rounded = Math.round(price / step) * step;
  return Math.abs(rounded) < 100 ? 100 : rounded;
}

export const decimalPrice = (probability: number): number => Math.round(100 / probability) / 100;
