/** The first month (UTC, e.g. `2026-01`) of the last `count` months, the running one included. */
export const monthsBack = (now: Date, count: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1, 1))
    .toISOString()
    .slice(0, 7);
