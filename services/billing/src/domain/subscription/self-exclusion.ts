import { AppError } from "@orbline/kit/errors";
import { stopCharges } from "./stop-charges.ts";
import { isSelfExcluded, type Subscription } from "./subscription.ts";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Keeps the later end of a self-exclusion and stops every renewal. Safe to repeat, in any order. */
export function applySelfExclusion(
  subscription: Subscription,
  until: Date,
  now: Date,
): Subscription {
  const { selfExcludedUntil } = subscription;
  if (until <= now || (selfExcludedUntil && selfExcludedUntil >= until)) return subscription;
  return stopCharges({ ...subscription, selfExcludedUntil: until }, now);
}

/** Refuses a purchase, a change of plan and a resumed renewal. @throws forbidden during a self-exclusion */
export function assertNotSelfExcluded(subscription: Subscription | undefined, now: Date): void {
  if (subscription && isSelfExcluded(subscription, now))
    throw new AppError("forbidden", "self_excluded", selfExcludedText(subscription));
}

export function selfExcludedText({ selfExcludedUntil }: Subscription): string {
  return `You have excluded yourself until ${day.format(selfExcludedUntil)}. You cannot buy or renew a plan until then.`;
}
