/** Texts of the bell and of the page that it opens. */
export const noticeMessages = {
  title: "Settled picks",
  lead: "How your latest predictions ended.",
  bell: (unread: number) => (unread === 0 ? "Settled picks" : `Settled picks: ${unread} unread`),
  periods: { today: "Today", week: "Last 7 days", earlier: "Earlier" },
  isUnread: "Unread",
  onlyUnread: "Unread only",
  allRead: "Nothing unread",
  allReadText: "You've seen the results of all your settled picks.",
  showAll: "Show all",
  empty: "No settled picks yet",
  emptyText: "You'll see each result here after the games.",
  failed: "Your settled picks did not load",
  all: "All my predictions",
} as const;
