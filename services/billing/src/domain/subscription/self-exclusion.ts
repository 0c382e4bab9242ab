import { AppError } from "@orbline/kit/errors";
import { scheduleEffect } from "../effects.ts";
import { isEnded, isFinal, providerSources, type Subscription } from "./subscription.ts";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Keeps the later end of a self-exclusion and stops every renewal. Safe to repeat, in any order. */
export function applySelfExclusion(
  subscription: Subscription,
  until: Date,
  now: Date,
): Subscription {
  const { selfExcludedUntil } = subscription;
  if (until <= now || (selfExcludedUntil && selfExcludedUntil >= until)) return subscription;
  return stopRenewals({ ...subscription, selfExcludedUntil: until }, now);
}

/** During a self-exclusion, ends every subscription that would renew with its paid period. */
export function stopRenewals(subscription: Subscription, now: Date): Subscription {
  if (!isSelfExcluded(subscription, now)) return subscription;
  return providerSources(subscription)
    .filter((source) => !isEnded(source) && !isFinal(source) && !source.cancelAtPeriodEnd)
    .reduce(
      (state, { id: objectId }) =>
        scheduleEffect(state, { kind: "stop-at-period-end", objectId, reason: "self-excluded" }),
      subscription,
    );
}

/** Refuses a purchase, a change of plan and a resumed renewal. @throws forbidden during a self-exclusion */
export function assertNotSelfExcluded(subscription: Subscription | undefined, now: Date): void {
  if (subscription && isSelfExcluded(subscription, now))
    throw new AppError("forbidden", "self_excluded", selfExcludedText(subscription));
}

export function isSelfExcluded({ selfExcludedUntil }: Subscription, now: Date): boolean {
  return selfExcludedUntil !== undefined && now < selfExcludedUntil;
}

export function selfExcludedText({ selfExcludedUntil }: Subscription): string {
  return `You have excluded yourself until ${day.format(selfExcludedUntil)}. You cannot buy or renew a plan until then.`;
}
