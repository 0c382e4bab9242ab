import { AppError } from "@orbline/kit/errors";
import type { Facts } from "../domain/audit.ts";
import type { Payment } from "../domain/payment.ts";
import { audited } from "./audited.ts";
import { awaitVersion } from "./await-version.ts";
import type { AdminDeps, Payments } from "./ports.ts";

const facts = ({ status, amountCents, refundedCents }: Payment): Facts => ({
  status,
  amountCents,
  refundedCents,
});

/** What is to be given back, by whom and why; the same `commandId` again gives back nothing more. */
export type RefundOrder = {
  actorId: string;
  paymentId: string;
  reason: string;
  amountCents: number | undefined;
  commandId: string | undefined;
};

/** Gives back a payment or a part of it. @throws not-found, conflict when nothing is left, invalid, unavailable */
export const refundPayment =
  (deps: AdminDeps & { payments: Payments }) =>
  async ({ paymentId, amountCents, commandId, ...order }: RefundOrder) => {
    const { payments, newId, users } = deps;
    const payment = await payments.find(paymentId);
    if (!payment) throw new AppError("not-found", "payment.not-found", "There is no such payment.");
    const refunded = await audited(deps)({
      ...order,
      action: "refund-payment",
      target: { kind: "payment", id: paymentId },
      // the owner knows commands by their ids alone, whichever payment they are for
      commandId: commandId === undefined ? newId() : `${paymentId}_${commandId}`,
      details: { amountCents: amountCents ?? null },
      before: facts(payment),
      carryOut: (id) => payments.refund({ paymentId, amountCents, commandId: id }),
      after: (result) => facts(result.payment),
    });
    const { userId } = refunded.payment;
    await awaitVersion(deps)(userId, refunded.subscriptionVersion);
    return { payment: refunded.payment, names: await users.names([userId]) };
  };
