const dayMs = 86_400_000;

/** Lifetime of a login session: without a request, and in total regardless of requests. */
export const sessionLimits = { idleMs: 14 * dayMs, absoluteMs: 60 * dayMs } as const;

/** Returns when a session ends if no further request renews it: the earlier of its two limits. */
export function sessionExpiresAt({
  seenAtMs,
  absoluteExpiresAtMs,
}: {
  seenAtMs: number;
  absoluteExpiresAtMs: number;
}): Date {
  return new Date(Math.min(seenAtMs + sessionLimits.idleMs, absoluteExpiresAtMs));
}

/** The cookie of known devices: a browser remembers the last few users who signed in there, for a year. */
export const deviceCookie = { name: "device", lifeSeconds: 365 * 24 * 3_600, maxUsers: 5 };
