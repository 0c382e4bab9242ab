/** The current time; injected so that tests own it. */
export type Clock = { now: () => Date };

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
