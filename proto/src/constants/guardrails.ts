/** Calendar periods that a user can limit, in UTC; weeks begin on Monday. */
export const limitWindows = ["day", "week", "month"] as const;
export type LimitWindow = (typeof limitWindows)[number];

/** The highest limit of predictions that a user can set. */
export const maxLimit = 1_000;

/** A raised or removed limit can be confirmed after this many hours, and then for this many days. */
export const raiseWaits = { hours: 24, confirmDays: 7 } as const;

/** Months of a self-exclusion that a user can choose. */
export const selfExclusionMonths = [6, 12, 24, 60] as const;

/** Days of a time-out: from 24 hours to 6 weeks. */
export const timeOutDays = { min: 1, max: 42 } as const;
