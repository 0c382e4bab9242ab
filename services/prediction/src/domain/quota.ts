/** The windows of the quotas in milliseconds; days are those of UTC. */
export const windowMs = { minute: 60_000, day: 86_400_000 } as const;

/** How much of one quota a user has used, after this request. */
export type QuotaUse = {
  window: "minute" | "day";
  windowSeconds: number;
  quota: number;
  /** Requests that are left in this window. */
  remaining: number;
  /** Until the window ends. */
  resetSeconds: number;
  /** Whether this request is beyond the quota. */
  isExceeded: boolean;
};

/** The use of a quota before a request, of which `used` requests of the current window are gone. */
export function quotaUse(
  window: QuotaUse["window"],
  { quota, used, nowMs }: { quota: number; used: number; nowMs: number },
): QuotaUse {
  const lengthMs = windowMs[window];
  return {
    window,
    windowSeconds: lengthMs / 1_000,
    quota,
    remaining: Math.max(0, quota - used),
    resetSeconds: Math.ceil((lengthMs - (nowMs % lengthMs)) / 1_000),
    isExceeded: used >= quota,
  };
}
