/** Texts of the page that is shown without a network. */
export const offlineMessages = {
  title: "Your last predictions",
  lead: "Other pages need a connection. These predictions are saved in this browser.",
  retries: (seconds: number) =>
    `We try to reconnect every ${seconds} seconds and then open the page you wanted.`,
  saved: "Saved",
  mayHaveChanged: "Results may have changed since.",
  empty: "Nothing saved yet",
  emptyText:
    "Keep Orbline open for ten seconds with a connection, and your predictions are here when you are offline.",
  tryAgain: "Try again",
  at: "at",
} as const;
