const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Lifetime of a login session: without a request, and in total regardless of requests. */
export const sessionLimits = { idleMs: 14 * dayMs, absoluteMs: 60 * dayMs } as const;

/** The same for sessions of admins, which can move money. */
export const adminSessionLimits = { idleMs: 30 * minuteMs, absoluteMs: 12 * hourMs } as const;

/** How long a proof of the password, and of the second factor if there is one, allows calls that need one. */
export const proofLifeMs = 10 * minuteMs;

/** The cookie of known devices: a browser remembers the last few users who signed in there, for a year. */
export const deviceCookie = { name: "device", lifeSeconds: 365 * 24 * 3_600, maxUsers: 5 };
