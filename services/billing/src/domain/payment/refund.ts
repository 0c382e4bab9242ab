import { AppError } from "@orbline/kit/errors";
import { type Effect, removeEffect } from "../effects.ts";
import type { Payment, RefundOutcome } from "./payment.ts";

/** What can still be refunded of a payment, in cents. */
export function refundableCents(payment: Payment): number {
  if (payment.status !== "succeeded") return 0;
  return payment.amountCents - payment.refundedCents - pendingCents(payment);
}

/**
 * Orders a refund, of all that is left without an amount. Safe to repeat: the command id decides.
 * @throws conflict when nothing is left or the id is that of a refund of another amount, invalid for more than is left
 * or without an id
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

/** The outcome of one ordered refund. */
export function refundOutcome({ refunds }: Payment, commandId: string): RefundOutcome {
  return refunds.find((refund) => refund.commandId === commandId)?.outcome ?? "done";
}

/** Removes an effect that is done or that the provider refuses. A refund keeps the outcome. */
export function removePaymentEffect(
  payment: Payment,
  ended: Effect,
  outcome: Exclude<RefundOutcome, "pending"> = "done",
): Payment {
  const next = removeEffect(payment, ended);
  // another attempt may have made the refund since; it is not refused then
  const isRemoved = next.effects.length < payment.effects.length;
  if (outcome === "refused" && !isRemoved) return payment;
  if (ended.kind !== "refund-part") return next;
  const refunds = payment.refunds.map((refund) =>
    refund.commandId === ended.objectId ? { ...refund, outcome } : refund,
  );
  return { ...next, refunds };
}

/** A repeated order changes nothing. Without an amount it matches, because less may be left by now. */
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
