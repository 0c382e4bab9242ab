import { AppError } from "@orbline/kit/errors";
import type { Payment } from "../../domain/payment/payment.ts";
import { orderRefund, refundOutcome } from "../../domain/payment/refund.ts";
import type { BillingDeps } from "../ports.ts";
import { withTimeout } from "../provider-calls.ts";
import { runPaymentEffects } from "../run-effects.ts";
import { getSubscriptionStatus } from "../subscription/queries.ts";

/** Less than admin's timeout. */
const deadlineMs = 8_000;

/**
 * Refunds a payment in full or in part. Stores the order before the call to the provider, so that the refund is made
 * even if the provider is down now. Safe to repeat: the command id identifies the order, and the result is about this
 * order alone.
 * @throws not-found, conflict when nothing is left, when the provider refuses the refund or when the id belongs to
 * another amount, invalid for more than is left, unavailable while the refund is pending
 */
export async function refundPayment(
  deps: BillingDeps,
  order: { paymentId: string; amountCents?: number | undefined; commandId: string },
) {
  const { paymentId, commandId } = order;
  await findPayment(deps, paymentId);
  await deps.payments.update(paymentId, (current) => current && orderRefund(current, order));
  // The failure may be that of another effect.
  const failure = await withTimeout(deadlineMs, runPaymentEffects(deps, paymentId)).then(
    () => undefined,
    (cause: unknown) => ({ cause }),
  );
  const { state: payment, version } = await findPayment(deps, paymentId);
  assertDone(payment, commandId, failure);
  if (failure) deps.report(failure.cause);
  const { access, version: subscriptionVersion } = await getSubscriptionStatus(
    deps,
    payment.userId,
  );
  return { payment, version, access, subscriptionVersion };
}

async function findPayment({ payments }: BillingDeps, paymentId: string) {
  const found = await payments.find(paymentId);
  if (found) return found;
  throw new AppError("not-found", "payment.unknown", "There is no such payment.");
}

/** @throws unavailable while a refund is pending, conflict when the provider refuses it */
function assertDone(payment: Payment, commandId: string, details?: { cause: unknown }): void {
  const outcome = refundOutcome(payment, commandId);
  if (outcome === "done") return;
  if (outcome === "refused") {
    const text = "The payment provider refused this refund.";
    throw new AppError("conflict", "refund.refused", text, details);
  }
  const text =
    "The payment provider is not responding. The refund is saved and is made as soon as the provider responds.";
  throw new AppError("unavailable", "refund.noted", text, { retryAfterSeconds: 30, ...details });
}
