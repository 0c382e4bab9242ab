import { AppError } from "@orbline/kit/errors";
import type { Payment, PaymentDuty, RefundOutcome } from "./payment.ts";

const owedCents = ({ duties }: Payment) =>
  duties.reduce((sum, duty) => (duty.kind === "refund" ? sum + duty.amountCents : sum), 0);

/** What could still be given back of a payment, in cents. */
export const refundableCents = (payment: Payment): number => {
  if (payment.status !== "succeeded") return 0;
  return payment.amountCents - payment.refundedCents - owedCents(payment);
};

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** An order that is there already: all that is left now may be less than it was. */
const sameOrder = (
  payment: Payment,
  known: Payment["refunds"][number],
  amountCents: number | undefined,
): Payment => {
  if (amountCents === undefined || amountCents === known.amountCents) return payment;
  throw new AppError(
    "conflict",
    "refund.other-amount",
    `This refund was ordered before, of ${dollars(known.amountCents)}. Another amount needs an id of its own.`,
  );
};

/**
 * Notes that money is to be given back, all that is left when no amount is named. Safe to repeat: the command id
 * decides. @throws conflict when nothing is left or the id is that of a refund of another amount, invalid for more than
 * is left or without an id
 */
export const orderRefund = (
  payment: Payment,
  { commandId, amountCents }: { commandId: string; amountCents?: number },
): Payment => {
  if (commandId === "")
    throw new AppError("invalid", "command.no-id", "A command needs an id of its own.");
  const known = payment.refunds.find((refund) => refund.commandId === commandId);
  if (known) return sameOrder(payment, known, amountCents);
  const left = refundableCents(payment);
  if (left <= 0)
    throw new AppError(
      "conflict",
      "payment.not-refundable",
      "There is nothing left of this payment to give back.",
    );
  const wanted = amountCents ?? left;
  if (wanted < 1 || wanted > left)
    throw new AppError(
      "invalid",
      "refund.amount",
      `The refund must be between $0.01 and ${dollars(left)}.`,
    );
  const refund = { commandId, amountCents: wanted, outcome: "owed" as const };
  return {
    ...payment,
    refunds: [...payment.refunds, refund],
    duties: [...payment.duties, { kind: "refund", objectId: commandId, amountCents: wanted }],
  };
};

/** What became of one ordered refund, whatever became of the others. */
export const refundOutcome = ({ refunds, duties }: Payment, commandId: string): RefundOutcome =>
  duties.some(({ kind, objectId }) => kind === "refund" && objectId === commandId)
    ? "owed"
    : (refunds.find((refund) => refund.commandId === commandId)?.outcome ?? "done");

/** Strikes out what was done, or was refused for good; of a refund it is kept which of the two. */
export const dischargePaymentDuty = (
  payment: Payment,
  ended: PaymentDuty,
  outcome: Exclude<RefundOutcome, "owed"> = "done",
): Payment => {
  const { kind, objectId } = ended;
  const duties = payment.duties.filter((duty) => duty.kind !== kind || duty.objectId !== objectId);
  if (kind !== "refund") return { ...payment, duties };
  // what another attempt has made meanwhile is not refused
  if (outcome === "refused" && duties.length === payment.duties.length) return payment;
  const refunds = payment.refunds.map((refund) =>
    refund.commandId === objectId ? { ...refund, outcome } : refund,
  );
  return { ...payment, refunds, duties };
};
