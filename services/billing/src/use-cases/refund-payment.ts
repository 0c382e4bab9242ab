import { AppError } from "@orbline/kit/errors";
import { type Access, accessOf } from "../domain/access.ts";
import type { Payment } from "../domain/payment.ts";
import { orderRefund, refundOutcome } from "../domain/refund.ts";
import type { BillingDeps } from "./ports.ts";
import { within } from "./within.ts";

/** Less than admin waits for us. */
const deadlineMs = 8_000;

type Deps = Pick<BillingDeps, "records" | "subscriptions" | "clock" | "rules" | "report"> & {
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

/** Does all that is owed for the payment; answers what went wrong, which need not be about this order. */
const attempt = ({ discharge }: Deps, paymentId: string) =>
  within(deadlineMs, discharge(paymentId)).then(
    () => undefined,
    (error: unknown) => ({ cause: error }),
  );

/** @throws unavailable while a refund is only noted, conflict when the provider does not make it */
const requireDone = (payment: Payment, commandId: string, details?: { cause: unknown }) => {
  const outcome = refundOutcome(payment, commandId);
  if (outcome === "done") return;
  if (outcome === "refused") {
    const text = "The payment provider refused this refund.";
    throw new AppError("conflict", "refund.refused", text, details);
  }
  const text = "The payment provider does not answer. The refund is noted and follows by itself.";
  throw new AppError("unavailable", "refund.noted", text, { retryAfterSeconds: 30, ...details });
};

/**
 * Gives back a payment, all that is left or a part of it. It is noted before the provider is asked, so that it is
 * made even when the provider is down now. Safe to repeat: the command id decides, and what became of this order alone
 * is answered. @throws not-found, conflict when nothing is left, the provider refuses it or the id is that of another
 * amount, invalid for more than is left, unavailable while it is only noted
 */
export const refundPayment =
  (deps: Deps) =>
  async (order: {
    paymentId: string;
    amountCents?: number;
    commandId: string;
  }): Promise<RefundedPayment> => {
    const { paymentId, commandId } = order;
    await findPayment(deps, paymentId);
    await deps.records.update(paymentId, (current) => current && orderRefund(current, order));
    const failure = await attempt(deps, paymentId);
    const { state: payment, version } = await findPayment(deps, paymentId);
    requireDone(payment, commandId, failure);
    if (failure) deps.report(failure.cause);
    const subscription = await deps.subscriptions.find(payment.userId);
    const sources = subscription?.state.sources ?? [];
    const access = accessOf({ sources }, deps.clock.now(), deps.rules);
    return { payment, version, access, subscriptionVersion: subscription?.version ?? 0 };
  };
