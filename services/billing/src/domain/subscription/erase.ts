import { AppError } from "@orbline/kit/errors";
import { type Effect, scheduleEffect } from "../effects.ts";
import { excludeAddress } from "./self-exclusion.ts";
import {
  customersOf,
  isFinal,
  noSubscription,
  providerSources,
  type Subscription,
} from "./subscription.ts";

/** Longer than any request that was running when the deletion began. */
const settleMs = 600_000;

/** Longer than a report of a self-exclusion takes, also one that an operator has to replay. */
const reportMs = 7 * 86_400_000;

/** Effects that remain after everything of an erased user is undone. */
const lateEffects: Effect["kind"][] = ["erase-records", "exclude-address", "forget-address"];

const erasedCode = "account.unknown";

/**
 * Marks a user as erased. Ends access, cancels every subscription that the provider could still charge and refunds what it
 * charges before that, erases every customer there, and schedules the erasure of records that running requests may still store.
 * A self-exclusion is kept under the hash of the email address, even if it is reported up to seven days later.
 */
export function erase(subscription: Subscription, now: Date, addressHash?: string): Subscription {
  if (subscription.erasedAt) return subscription;
  const { userId, effects, selfExcludedUntil } = subscription;
  const pending = effects
    .filter(({ kind }) => kind !== "email")
    .map((effect) =>
      effect.kind === "cancel" ? cancel(effect.objectId) : { ...effect, dueAt: undefined },
    );
  let state: Subscription = { ...subscription, erasedAt: now, effects: pending };
  if (addressHash && selfExcludedUntil)
    state = excludeAddress(state, addressHash, selfExcludedUntil, now);
  for (const source of providerSources(subscription))
    if (!isFinal(source)) state = scheduleEffect(state, cancel(source.id));
  for (const objectId of customersOf(subscription))
    state = scheduleEffect(state, { kind: "erase-customer", objectId });
  const dueAt = new Date(now.getTime() + settleMs);
  state = scheduleEffect(state, { kind: "erase-records", objectId: userId, dueAt });
  if (addressHash) {
    const forgetAt = new Date(now.getTime() + reportMs);
    const effect = { kind: "forget-address", objectId: addressHash, dueAt: forgetAt } as const;
    state = scheduleEffect(state, effect);
  }
  const sources = state.sources.map((source) => ({ endedAt: now, ...source }));
  return collapse({ ...state, sources });
}

function cancel(objectId: string): Effect {
  return { kind: "cancel", objectId, reason: "erased" };
}

/** Refuses to change anything for an erased user. @throws not-found */
export function assertNotErased({ erasedAt }: Subscription): void {
  if (erasedAt) throw new AppError("not-found", erasedCode, "There is no such account.");
}

/** Whether a change was refused because the user is erased. */
export function isErasedError(error: unknown): boolean {
  return error instanceof AppError && error.code === erasedCode;
}

/**
 * Whether nothing is left to undo for an erased user, except the later erasure of records that running requests may
 * store, and what a self-exclusion leaves.
 */
export function isErased({ erasedAt, effects }: Subscription): boolean {
  return !!erasedAt && effects.every(({ kind }) => lateEffects.includes(kind));
}

/** Reduces an erased user to the deletion mark once nothing is left to undo. */
export function collapse(subscription: Subscription): Subscription {
  if (!isErased(subscription)) return subscription;
  const { userId, erasedAt, effects, effectsDueAt } = subscription;
  return { ...noSubscription(userId), erasedAt, effects, effectsDueAt };
}
