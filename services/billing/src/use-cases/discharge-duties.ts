import type { Duty } from "../domain/subscription.ts";
import { dischargeDuty } from "../domain/transitions.ts";
import type { BillingDeps, Payments } from "./ports.ts";

const carryOut = (payments: Payments, duty: Duty): Promise<void> => {
  switch (duty.kind) {
    case "cancel":
      return payments.cancel(duty.subscriptionId);
    case "cancel-and-refund":
      return payments.cancelAndRefund(duty.subscriptionId);
    case "stop-at-period-end":
      return payments.stopAtPeriodEnd(duty.subscriptionId);
  }
};

/**
 * Does at the provider what a user's aggregate says we owe, then strikes it out. A crash in between repeats
 * the provider call, which is safe. @throws unavailable when the provider is down; the duty then stays
 */
export const dischargeDuties =
  ({ subscriptions, payments }: Pick<BillingDeps, "subscriptions" | "payments">) =>
  async (userId: string): Promise<void> => {
    const found = await subscriptions.find(userId);
    for (const duty of found?.state.duties ?? []) {
      await carryOut(payments, duty);
      await subscriptions.update(userId, (current) => dischargeDuty(current, duty));
    }
  };
