import type { BillingDeps } from "../ports.ts";

/**
 * Undoes a purchase for an erased user: cancels the subscription, refunds every payment that is not recorded, and
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
  const isOnRecord = async (id: string) => (await payments.find(id)) !== undefined;
  if (subscriptionId) await provider.cancelAndRefund(subscriptionId, isOnRecord);
  else if (paymentId && !(await isOnRecord(paymentId))) await provider.refund({ paymentId });
  if (customerId) await provider.eraseCustomer(customerId);
}
