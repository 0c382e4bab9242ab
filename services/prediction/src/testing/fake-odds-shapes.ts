/** A book's prices of a game, as a test writes them. */
export type FakeBook = {
  title: string;
  /** Prices the spread only. */
  noMoneyline?: boolean;
  /** American prices; a missing draw is a suspended one. */
  home: number;
  away: number;
  draw?: number;
  spread?: { line: number; home: number; away: number };
  /** Lay prices of an exchange. */
  lay?: { home: number; away: number };
  updatedAt?: string;
};

/** A game as the provider knows it; names are the provider's. */
export type FakeGame = {
  id: string;
  home: string;
  away: string;
  start: string;
  books?: FakeBook[];
  /** Points as the provider writes them, once the game is over. */
  score?: { home: string; away: string } | null;
  completed?: boolean;
};

const outcome = (name: string, price: number, point?: number) => ({
  name,
  price,
  ...(point !== undefined && { point }),
});

/** The documentation promises no order of outcomes, so every other book lists them backwards. */
const shuffled = <T>(items: T[], index: number): T[] =>
  index % 2 === 0 ? items.toReversed() : items;

const marketsOf = (game: FakeGame, book: FakeBook, index: number, now: Date) => {
  const { home, away } = game;
  const { spread, lay, draw } = book;
  const last_update = book.updatedAt ?? new Date(now.getTime() - 60_000).toISOString();
  const market = (key: string, outcomes: object[]) => ({
    key,
    last_update,
    outcomes: shuffled(outcomes, index),
  });
  return [
    ...(lay ? [market("h2h_lay", [outcome(away, lay.away), outcome(home, lay.home)])] : []),
    ...(book.noMoneyline
      ? []
      : [
          market("h2h", [
            outcome(home, book.home),
            outcome(away, book.away),
            ...(draw === undefined ? [] : [outcome("Draw", draw)]),
          ]),
        ]),
    ...(spread
      ? [
          market("spreads", [
            outcome(home, spread.home, spread.line),
            outcome(away, spread.away, -spread.line),
          ]),
        ]
      : []),
  ];
};

/** A game of GET …/events. */
export const eventShape = (sportKey: string, { id, home, away, start }: FakeGame) => ({
  id,
  sport_key: sportKey,
  sport_title: sportKey.toUpperCase(),
  commence_time: start,
  home_team: home,
  away_team: away,
});

/** A game of GET …/odds with the requested markets. */
export const oddsShape = (
  sportKey: string,
  game: FakeGame,
  { markets, now }: { markets: readonly string[]; now: Date },
) => ({
  ...eventShape(sportKey, game),
  bookmakers: (game.books ?? []).map((book, index) => ({
    key: book.title.toLowerCase().replaceAll(" ", ""),
    title: book.title,
    last_update: book.updatedAt ?? new Date(now.getTime() - 60_000).toISOString(),
    markets: marketsOf(game, book, index, now).filter(
      ({ key }) => markets.includes(key) || key === "h2h_lay",
    ),
  })),
});

/** A game of GET …/scores. */
export const scoreShape = (sportKey: string, game: FakeGame, now: Date) => {
  const { score, home, away, completed = score !== undefined && score !== null } = game;
  return {
    ...eventShape(sportKey, game),
    completed,
    scores: score
      ? [
          { name: away, score: score.away },
          { name: home, score: score.home },
        ]
      : null,
    last_update: score ? now.toISOString() : null,
  };
};
