/** Texts of the bell and of the page that it opens. */
export const noticeMessages = {
  title: "Settled picks",
  lead: "How your latest predictions ended.",
  bell: (unread: number) => (unread === 0 ? "Settled picks" : `Settled picks: ${unread} new`),
  isNew: "New",
  atStake: (stake: string) => `at a stake of ${stake}`,
  yourBet: "Your bet",
  empty: "No settled picks yet",
  emptyText: "You'll see each result here after the games.",
  failed: "Your settled picks did not load",
  all: "All my predictions",
} as const;
