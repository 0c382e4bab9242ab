import { AppError, isKind } from "@orbline/kit/errors";
import { type Effect, removeEffect } from "../domain/effects.ts";
import { isReversed, type Payment, type RefundOutcome } from "../domain/payment/payment.ts";
import { removePaymentEffect } from "../domain/payment/refund.ts";
import { applyToOthers } from "../domain/subscription/apply-payment.ts";
import { collapse, isErasedError } from "../domain/subscription/erase.ts";
import { createCustomer } from "./checkout/create-customer.ts";
import { eraseRecords } from "./deletion/erase-records.ts";
import { refundErasedUser } from "./deletion/refund-erased-user.ts";
import { readSucceeded } from "./payment/read-payments.ts";
import { recordPayment } from "./payment/record-payment.ts";
import type { BillingDeps } from "./ports.ts";
import { ignoreMissing } from "./provider-calls.ts";

/**
 * Runs the due effects of a user and removes each one that is done. A crash in between repeats an effect, which is
 * safe. A failing effect stays and does not delay the others. An effect about an object that the provider does not
 * know is reported and removed.
 * @throws the first failure
 */
export async function runEffects(deps: BillingDeps, userId: string): Promise<void> {
  const { subscriptions } = deps;
  // An effect may schedule another one: a customer created for an erased user is erased.
  const done = new Set<string>();
  for (;;) {
    const effects = (await subscriptions.find(userId))?.state.effects ?? [];
    const next = effects.filter(({ kind, objectId }) => !done.has(`${kind} ${objectId}`));
    const due = dueEffects(deps, next);
    if (due.length === 0) return;
    for (const { kind, objectId } of due) done.add(`${kind} ${objectId}`);
    await runEach(due, async (effect) => {
      const what = `${effect.kind} ${effect.objectId} of ${userId}`;
      await ignoreMissing(deps, what, () => runEffect(deps, userId, effect));
      await subscriptions.update(userId, (state) => collapse(removeEffect(state, effect)), {
        evenErased: true,
      });
    });
  }
}

/**
 * Runs the due effects of a payment like `runEffects`. Removes a refund as refused when the provider refuses it
 * permanently or does not know the payment.
 * @throws the first failure
 */
export async function runPaymentEffects(deps: BillingDeps, paymentId: string): Promise<void> {
  const found = await deps.payments.find(paymentId);
  if (!found) return;
  const { effects, userId } = found.state;
  await runEach(dueEffects(deps, effects), async (effect) => {
    if (effect.kind === "refund-part") await refundPart(deps, paymentId, effect);
    else if (effect.kind === "revoke-credit") await revokeCredit(deps, paymentId);
    else await runEffect(deps, userId, effect);
    await removeFromPayment(deps, paymentId, effect);
  });
}

async function runEffect(deps: BillingDeps, userId: string, effect: Effect): Promise<unknown> {
  const { provider, emails } = deps;
  const { objectId } = effect;
  switch (effect.kind) {
    case "email":
      return emails.send(objectId, { userId, email: effect.email });
    case "cancel":
      // A charge that the provider makes before it cancels is refunded; its events may find no owner any more.
      if (effect.reason === "erased") return refundErasedUser(deps, { subscriptionId: objectId });
      return provider.cancel(objectId);
    case "cancel-and-refund":
      return provider.cancelAndRefund(objectId);
    case "refund":
      return provider.refund({ paymentId: objectId });
    case "refund-part":
    case "revoke-credit":
      return undefined; // Only payments have these effects.
    case "stop-at-period-end":
      return provider.stopAtPeriodEnd(objectId);
    case "create-customer":
      return createCustomer(deps, userId, effect).catch(ignoreErased);
    case "erase-customer":
      return provider.eraseCustomer(objectId);
    case "erase-records":
      return eraseRecords(deps, userId);
    case "exclude-address":
      return deps.excludedAddresses.add(effect.addressHash, new Date(objectId));
    case "forget-address":
      return undefined; // The effect itself holds the hash.
    default:
      return unknownEffect(effect);
  }
}

/** An effect of a newer version stays until a process of that version runs it. */
function unknownEffect(effect: never): never {
  const { kind } = effect as Effect;
  throw new AppError("internal", "effect.unknown", `this version knows no effect ${kind}`);
}

function ignoreErased(error: unknown): void {
  if (!isErasedError(error)) throw error;
}

async function refundPart(
  deps: BillingDeps,
  paymentId: string,
  effect: Extract<Effect, { kind: "refund-part" }>,
): Promise<void> {
  const part = { amountCents: effect.amountCents, commandId: effect.objectId };
  try {
    await deps.provider.refund({ paymentId, part });
  } catch (error) {
    const isRefused = isKind(error, "not-found") || isKind(error, "conflict");
    if (isRefused) await removeFromPayment(deps, paymentId, effect, "refused");
    throw error;
  }
  // Records the refund before removing the effect, so that it is never ordered twice.
  await recordPayment(deps, paymentId);
}

/**
 * Takes back the credit behind a reversed payment, or gives it back. Another subscription that has used it ends with the
 * payment and is restored with it. Uses the payment's newest status, because an earlier attempt may have been delayed.
 */
async function revokeCredit(deps: BillingDeps, paymentId: string): Promise<void> {
  const payment = (await deps.payments.find(paymentId))?.state;
  if (!payment?.subscriptionId) return;
  const { userId, subscriptionId, amountCents } = payment;
  const upToCents = isReversed(payment) ? amountCents : 0;
  const keepCents = await standingCents(deps, payment);
  const spentOn = await ignoreMissing(deps, `revoke-credit ${paymentId}`, () =>
    deps.provider.revokeCredit({ paymentId, subscriptionId, upToCents, keepCents }),
  );
  const { state } = await deps.subscriptions.update(
    userId,
    (current, now) => applyToOthers(current, payment, { spentOn, now, rules: deps.rules }),
    { evenErased: true },
  );
  if (state.effects.length > 0) deps.wake("effects");
}

/**
 * What later payments of a payment's subscription have paid for, also those of the same second; cents. The time of
 * earlier ones has passed.
 */
async function standingCents(
  deps: BillingDeps,
  { id, userId, subscriptionId, createdAt }: Payment,
): Promise<number> {
  let sum = 0;
  for await (const other of readSucceeded(deps, userId)) {
    if (other.createdAt < createdAt) break;
    if (other.subscriptionId === subscriptionId && other.id !== id)
      sum += other.amountCents - other.refundedCents;
  }
  return sum;
}

async function removeFromPayment(
  { payments }: BillingDeps,
  paymentId: string,
  effect: Effect,
  outcome: Exclude<RefundOutcome, "pending"> = "done",
): Promise<void> {
  await payments.update(
    paymentId,
    (current) => current && removePaymentEffect(current, effect, outcome),
  );
}

function dueEffects({ clock }: BillingDeps, effects: Effect[]): Effect[] {
  const now = clock.now();
  return effects.filter(({ dueAt }) => dueAt === undefined || dueAt <= now);
}

/** Runs each effect, even after a failure. @throws the first failure */
async function runEach(effects: Effect[], run: (effect: Effect) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const effect of effects) {
    try {
      await run(effect);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
