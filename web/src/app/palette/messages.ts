/** Texts of the search over pages, games and predictions. */
export const paletteMessages = {
  open: "Search",
  shortcut: "Search (⌘K or Ctrl+K)",
  forUsers: {
    label: "Search pages, games and your predictions",
    placeholder: "Page, sport, team or prediction",
  },
  forVisitors: { label: "Search pages and games", placeholder: "Page or team" },
  results: "Results",
  pages: "Pages",
  sports: "Games by sport",
  games: "Games",
  predictions: "My last predictions",
  gamesOf: (sport: string) => `${sport} games`,
  versus: (home: string, away: string) => `${home} vs ${away}`,
  none: "Nothing matches",
  count: (n: number) => (n === 1 ? "1 result" : `${n} results`),
} as const;
