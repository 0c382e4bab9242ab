/** Calendar periods that a user can limit, in UTC; weeks begin on Monday. */
export const limitWindows = ["day", "week", "month"] as const;
export type LimitWindow = (typeof limitWindows)[number];

/** What a limit is about, by its period: the number of predictions, or the dollars staked in recorded bets. */
export const limitsOf = {
  predictions: { day: "day", week: "week", month: "month" },
  stakes: { day: "stakeDay", week: "stakeWeek", month: "stakeMonth" },
} as const satisfies Record<string, Record<LimitWindow, string>>;
export type LimitKind = keyof typeof limitsOf;

/** A limit that a user can set. */
export type LimitName = (typeof limitsOf)[LimitKind][LimitWindow];

export const limitKinds = ["predictions", "stakes"] as const satisfies LimitKind[];
export const limitNames: readonly LimitName[] = limitKinds.flatMap((kind) =>
  limitWindows.map((window) => limitsOf[kind][window]),
);

/** The highest limits that a user can set: of predictions, and of stakes in dollars. */
export const maxLimits = { predictions: 1_000, stakes: 100_000 } as const satisfies Record<
  LimitKind,
  number
>;

/** A raised or removed limit can be confirmed after this many hours, and then for this many days. */
export const raiseWaits = { hours: 24, confirmDays: 7 } as const;

/** Months of a self-exclusion that a user can choose. */
export const selfExclusionMonths = [6, 12, 24, 60] as const;

/** Days of a time-out: from 24 hours to 6 weeks. */
export const timeOutDays = { min: 1, max: 42 } as const;
