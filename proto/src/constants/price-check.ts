/** Bounds of a price check. American odds are beyond ±100; without a plan the checks of a UTC day are limited. */
export const priceCheckLimits = { legs: 6, longestOdds: 10_000, freePerDay: 3 } as const;
