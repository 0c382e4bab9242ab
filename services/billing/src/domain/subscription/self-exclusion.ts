import { AppError } from "@orbline/kit/errors";
import { scheduleEffect } from "../effects.ts";
import { stopCharges } from "./stop-charges.ts";
import { isSelfExcluded, type Subscription } from "./subscription.ts";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/**
 * Keeps the later end of a self-exclusion and stops every renewal. That of an erased user binds the email address. Safe to
 * repeat, in any order.
 */
export function applySelfExclusion(
  subscription: Subscription,
  until: Date,
  now: Date,
): Subscription {
  const { selfExcludedUntil, erasedAt, effects } = subscription;
  if (erasedAt) {
    const known = effects.find(({ kind }) => kind === "forget-address");
    return known ? excludeAddress(subscription, known.objectId, until, now) : subscription;
  }
  if (until <= now || (selfExcludedUntil && selfExcludedUntil >= until)) return subscription;
  const selfExcludedAt = isSelfExcluded(subscription, now) ? subscription.selfExcludedAt : now;
  return stopCharges({ ...subscription, selfExcludedUntil: until, selfExcludedAt }, now);
}

/** Keeps a self-exclusion that has not ended by the hash of the user's email address. */
export function excludeAddress(
  subscription: Subscription,
  addressHash: string,
  until: Date,
  now: Date,
): Subscription {
  if (until <= now) return subscription;
  const objectId = until.toISOString();
  return scheduleEffect(subscription, { kind: "exclude-address", objectId, addressHash });
}

/** Refuses a purchase, a change of plan and a resumed renewal. @throws forbidden during a self-exclusion */
export function assertNotSelfExcluded(subscription: Subscription | undefined, now: Date): void {
  if (subscription && isSelfExcluded(subscription, now))
    throw new AppError("forbidden", "self_excluded", selfExcludedText(subscription));
}

/**
 * The refusal of a purchase with the email address of a self-excluded user who has deleted the account. It gives the reason
 * only to a buyer who has verified the address, because a stranger could ask who is self-excluded.
 */
export function excludedAddressText(until: Date, isVerified: boolean): string {
  if (!isVerified)
    return "We cannot sell a plan with this email address. If it is yours, create an account with it and verify it to see why.";
  return `You excluded yourself until ${day.format(until)} in an account with this email address, which is deleted. You cannot buy a plan with this address until then.`;
}

export function selfExcludedText({ selfExcludedUntil }: Subscription): string {
  return `You have excluded yourself until ${day.format(selfExcludedUntil)}. You cannot buy or renew a plan until then.`;
}
