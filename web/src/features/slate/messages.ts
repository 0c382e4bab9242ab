/** Words of the slate: the games that can be picked now. */
export const messages = {
  title: "Games and prices",
  lead: "What a prediction can be made of right now. The consensus is the median of the bookmakers' chances with their margins taken out.",
  sport: "Sport",
  caption: (sport: string) => `${sport} games that can be picked`,
  count: (n: number) => (n === 1 ? "1 game" : `${n} games`),
  game: "Game",
  at: (away: string, home: string) => `${home} vs ${away}`,
  starts: "Starts",
  sides: { home: "Home wins", away: "Away wins" },
  fighters: { home: "First wins", away: "Second wins" },
  draw: "Draw",
  books: "Books",
  unpriced: "–",
  failed: "The games did not load",
  outdated: "The prices could not be brought up to date; these are the last that came.",
  empty: "No games to pick",
  emptyText: (sport: string) =>
    `No ${sport} games with prices in the next 7 days. Try another sport.`,
} as const;
