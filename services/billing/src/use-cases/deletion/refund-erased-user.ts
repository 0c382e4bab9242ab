import type { BillingDeps } from "../ports.ts";

/**
 * Undoes a purchase for an erased user: cancels the subscription, refunds every payment that is not recorded as paid, and
 * erases the customer. Recorded payments were made before the deletion. Safe to repeat.
 */
export async function refundErasedUser(
  { payments, provider }: Pick<BillingDeps, "payments" | "provider">,
  purchase: {
    subscriptionId?: string | undefined;
    paymentId?: string | undefined;
    customerId?: string | undefined;
  },
): Promise<void> {
  const { subscriptionId, paymentId, customerId } = purchase;
  const wasPaid = async (id: string) => {
    const known = (await payments.find(id))?.state;
    return known !== undefined && known.status !== "failed";
  };
  if (subscriptionId) await provider.cancelAndRefund(subscriptionId, wasPaid);
  else if (paymentId && !(await wasPaid(paymentId))) await provider.refund({ paymentId });
  if (customerId) await provider.eraseCustomer(customerId);
}
