import { AppError } from "@orbline/kit/errors";
import { type Effect, removeEffect, scheduleEffect } from "../effects.ts";
import { isReversed, type Payment, type RefundOutcome } from "./payment.ts";

/** The amount that can still be refunded, in cents. */
export function refundableCents(payment: Payment): number {
  if (payment.status !== "succeeded") return 0;
  return payment.amountCents - payment.refundedCents - pendingCents(payment);
}

/**
 * Orders a refund of this amount, or of everything that is left. Safe to repeat: the command id identifies the order.
 * @throws conflict when nothing is left or the id belongs to a refund of another amount, invalid without an id or for
 * more than is left
 */
export function orderRefund(
  payment: Payment,
  { commandId, amountCents }: { commandId: string; amountCents?: number | undefined },
): Payment {
  if (commandId === "")
    throw new AppError("invalid", "command.no-id", "A command needs its own id.");
  const known = payment.refunds.find((refund) => refund.commandId === commandId);
  if (known) return sameOrder(payment, known, amountCents);
  const left = refundableCents(payment);
  if (left <= 0)
    throw new AppError(
      "conflict",
      "payment.not-refundable",
      "There is nothing left of this payment to refund.",
    );
  const wanted = amountCents ?? left;
  if (wanted < 1 || wanted > left)
    throw new AppError(
      "invalid",
      "refund.amount",
      `The refund must be between $0.01 and ${dollars(left)}.`,
    );
  const refund = { commandId, amountCents: wanted, outcome: "pending" as const };
  return {
    ...payment,
    refunds: [...payment.refunds, refund],
    effects: [
      ...payment.effects,
      { kind: "refund-part", objectId: commandId, amountCents: wanted },
    ],
  };
}

/** Schedules that the customer's credit follows a subscription's payment that is reversed, or restored by a won dispute. */
export function withCreditEffect(before: Payment | undefined, after: Payment): Payment {
  const wasReversed = before !== undefined && isReversed(before);
  if (!after.subscriptionId || isReversed(after) === wasReversed) return after;
  return scheduleEffect(after, { kind: "revoke-credit", objectId: after.status });
}

/** The outcome of one ordered refund. */
export function refundOutcome({ refunds }: Payment, commandId: string): RefundOutcome {
  return refunds.find((refund) => refund.commandId === commandId)?.outcome ?? "done";
}

/** Removes an effect that is done or that the provider refuses. A refund keeps its outcome. */
export function removePaymentEffect(
  payment: Payment,
  ended: Effect,
  outcome: Exclude<RefundOutcome, "pending"> = "done",
): Payment {
  const next = removeEffect(payment, ended);
  // Another attempt may have made the refund; then it was not refused.
  const isRemoved = next.effects.length < payment.effects.length;
  if (outcome === "refused" && !isRemoved) return payment;
  if (ended.kind !== "refund-part") return next;
  const refunds = payment.refunds.map((refund) =>
    refund.commandId === ended.objectId ? { ...refund, outcome } : refund,
  );
  return { ...next, refunds };
}

/** A repeated order changes nothing. It matches without an amount, because less may be left by now. */
function sameOrder(
  payment: Payment,
  known: Payment["refunds"][number],
  amountCents: number | undefined,
): Payment {
  if (amountCents === undefined || amountCents === known.amountCents) return payment;
  throw new AppError(
    "conflict",
    "refund.other-amount",
    `This refund was already ordered, for ${dollars(known.amountCents)}. Another amount needs its own command id.`,
  );
}

function pendingCents({ effects }: Payment): number {
  return effects.reduce(
    (sum, effect) => (effect.kind === "refund-part" ? sum + effect.amountCents : sum),
    0,
  );
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
