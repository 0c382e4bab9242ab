import { AppError, isKind } from "@orbline/kit/errors";
import { type Access, accessOf } from "../domain/access.ts";
import type { Payment } from "../domain/payment.ts";
import { orderRefund } from "../domain/refund.ts";
import type { BillingDeps } from "./ports.ts";
import { within } from "./within.ts";

/** Less than admin waits for us. */
const deadlineMs = 8_000;

type Deps = Pick<BillingDeps, "records" | "subscriptions" | "clock" | "rules"> & {
  discharge: (paymentId: string) => Promise<void>;
};

/** A payment after a refund, and the access of its user after it. */
export type RefundedPayment = {
  payment: Payment;
  version: number;
  access: Access;
  subscriptionVersion: number;
};

const findPayment = async ({ records }: Deps, paymentId: string) => {
  const found = await records.find(paymentId);
  if (found) return found;
  throw new AppError("not-found", "payment.unknown", "There is no such payment.");
};

/**
 * Gives back a payment, all that is left or a part of it. It is noted before the provider is asked, so that it is
 * made even when the provider is down now. Safe to repeat: the command id decides.
 * @throws not-found, conflict when nothing is left, invalid for more than is left, unavailable while it is only noted
 */
export const refundPayment =
  (deps: Deps) =>
  async (order: {
    paymentId: string;
    amountCents?: number;
    commandId: string;
  }): Promise<RefundedPayment> => {
    const { paymentId } = order;
    await findPayment(deps, paymentId);
    await deps.records.update(paymentId, (current) => current && orderRefund(current, order));
    try {
      await within(deadlineMs, deps.discharge(paymentId));
    } catch (error) {
      if (!isKind(error, "unavailable")) throw error;
      const text =
        "The payment provider does not answer. The refund is noted and follows by itself.";
      const details = { retryAfterSeconds: 30, cause: error };
      throw new AppError("unavailable", "refund.noted", text, details);
    }
    const { state: payment, version } = await findPayment(deps, paymentId);
    const subscription = await deps.subscriptions.find(payment.userId);
    const sources = subscription?.state.sources ?? [];
    const access = accessOf({ sources }, deps.clock.now(), deps.rules);
    return { payment, version, access, subscriptionVersion: subscription?.version ?? 0 };
  };
