import { americanPrice, type BookPrices, decimalPrice } from "../season/books.ts";
import type { Result } from "../season/play.ts";
import type { Game } from "../season/season.ts";

/** How a caller wants prices and times. */
export type Formats = { odds: "american" | "decimal"; date: "iso" | "unix" };

/** A game of GET …/events. */
export function eventShape({ eventId, competition, home, away, startsAt }: Game, formats: Formats) {
  return {
    id: eventId,
    sport_key: competition.key,
    sport_title: competition.title,
    commence_time: timeShape(startsAt, formats),
    home_team: home,
    away_team: away,
  };
}

/** A game of GET …/odds with the requested markets. A book without any of them is left out. */
export function oddsShape(
  game: Game,
  prices: readonly BookPrices[],
  { markets, ...formats }: Formats & { markets: readonly string[] },
) {
  const bookmakers = prices.map((book, index) => {
    const last_update = timeShape(book.updatedAt, formats);
    const found = marketsOf(game, book, formats)
      .filter(({ key }) => markets.includes(key))
      .map(({ key, outcomes }) => ({
        key,
        last_update,
        // The documentation promises no order.
        outcomes: index % 2 === 0 ? outcomes : outcomes.toReversed(),
      }));
    return { key: book.key, title: book.title, last_update, markets: found };
  });
  return {
    ...eventShape(game, formats),
    bookmakers: bookmakers.filter(({ markets: found }) => found.length > 0),
  };
}

/** A game of GET …/scores. Points are text, and null until the game begins. Martial arts have none at all. */
export function scoreShape(
  game: Game,
  result: Result,
  { now, ...formats }: Formats & { now: number },
) {
  const { home, away, phase, isSwapped, progress } = game;
  const begins = result.kind === "score" && (phase === "live" || phase === "finished");
  const points = (side: "home" | "away") => {
    if (result.kind !== "score") return 0;
    const { total } = result[isSwapped === (side === "home") ? "away" : "home"];
    return phase === "finished" ? total : Math.floor(total * progress);
  };
  return {
    ...eventShape(game, formats),
    completed: result.kind === "score" && phase === "finished",
    scores: begins
      ? [
          { name: home, score: String(points("home")) },
          { name: away, score: String(points("away")) },
        ]
      : null,
    last_update: begins ? timeShape(now, formats) : null,
  };
}

function marketsOf({ home, away }: Game, book: BookPrices, { odds }: Formats) {
  const price = odds === "american" ? americanPrice : decimalPrice;
  const { moneyline, spread } = book;
  const h2h = {
    key: "h2h",
    outcomes: [
      { name: home, price: price(moneyline.home) },
      { name: away, price: price(moneyline.away) },
      ...(moneyline.draw > 0 ? [{ name: "Draw", price: price(moneyline.draw) }] : []),
    ],
  };
  if (!spread) return [h2h];
  const outcomes = [
    { name: home, price: price(spread.home), point: spread.line },
    { name: away, price: price(spread.away), point: -spread.line },
  ];
  return [h2h, { key: "spreads", outcomes }];
}

function timeShape(time: number, { date }: Formats): string | number {
  const seconds = Math.floor(time / 1_000);
  return date === "unix" ? seconds : new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");
}
