import { dischargeDuty } from "../domain/duties.ts";
import type { Duty } from "../domain/subscription.ts";
import type { BillingDeps, Payments } from "./ports.ts";

const carryOut = (payments: Payments, { kind, objectId }: Duty): Promise<void> => {
  switch (kind) {
    case "cancel":
      return payments.cancel(objectId);
    case "cancel-and-refund":
      return payments.cancelAndRefund(objectId);
    case "refund":
      return payments.refund(objectId);
    case "stop-at-period-end":
      return payments.stopAtPeriodEnd(objectId);
  }
};

/**
 * Does at the provider what a user's aggregate says we owe, and strikes out each duty that is done. A crash in
 * between repeats the provider call, which is safe. One that fails stays and does not hold up the others.
 * @throws the first failure
 */
export const dischargeDuties =
  ({ subscriptions, payments }: Pick<BillingDeps, "subscriptions" | "payments">) =>
  async (userId: string): Promise<void> => {
    const found = await subscriptions.find(userId);
    const failures: unknown[] = [];
    for (const duty of found?.state.duties ?? []) {
      try {
        await carryOut(payments, duty);
        await subscriptions.update(userId, (current) => dischargeDuty(current, duty));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
