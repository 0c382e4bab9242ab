import { erase } from "../domain/erase.ts";
import type { BillingDeps } from "./ports.ts";

type Deps = Pick<BillingDeps, "subscriptions" | "records" | "payments" | "owe">;

/** What was bought by who has left. */
export type LatePurchase = { subscriptionId?: string; paymentId?: string; customerId?: string };

const isOnRecord =
  ({ find }: BillingDeps["records"]) =>
  async (paymentId: string): Promise<boolean> =>
    (await find(paymentId)) !== undefined;

/**
 * Undoes what was bought for an account that is gone, or on its way out: a subscription is cancelled, and every
 * payment that is not on record is given back; what is on record was paid for while the account was there. The
 * customer whom the purchase brought about goes too. Safe to repeat.
 */
export const turnAway =
  ({ subscriptions, records, payments, owe }: Deps) =>
  async (userId: string, late: LatePurchase): Promise<void> => {
    const { subscriptionId, paymentId, customerId } = late;
    const isKept = isOnRecord(records);
    if (await subscriptions.find(userId)) {
      await subscriptions.update(userId, erase);
      owe(userId);
    }
    if (subscriptionId) await payments.cancelAndRefund(subscriptionId, isKept);
    else if (paymentId && !(await isKept(paymentId))) await payments.refund(paymentId);
    if (customerId) await payments.eraseCustomer(customerId);
  };
