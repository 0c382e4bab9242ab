import { dischargeDuty } from "../domain/duties.ts";
import type { Duty } from "../domain/subscription.ts";
import type { BillingDeps } from "./ports.ts";
import { unlessGone } from "./unless-gone.ts";

type Deps = Pick<BillingDeps, "subscriptions" | "payments" | "records" | "mails" | "report">;

const carryOut = async ({ payments, mails }: Deps, userId: string, duty: Duty) => {
  const { objectId } = duty;
  switch (duty.kind) {
    case "mail":
      return mails.post(objectId, { userId, notice: duty.notice });
    case "cancel":
      return payments.cancel(objectId);
    case "cancel-and-refund":
      return payments.cancelAndRefund(objectId);
    case "refund":
      return payments.refund(objectId);
    case "stop-at-period-end":
      return payments.stopAtPeriodEnd(objectId);
    case "erase-customer":
      return payments.eraseCustomer(objectId);
  }
};

/**
 * Does what a user's aggregate says we owe, at the provider or by mail, and strikes out each duty that is done. A
 * crash in between repeats it, which is safe. One that fails stays and does not hold up the others; one about what the
 * provider does not know is struck out and reported. @throws the first failure
 */
export const dischargeDuties =
  (deps: Deps) =>
  async (userId: string): Promise<void> => {
    const { subscriptions } = deps;
    const found = await subscriptions.find(userId);
    const failures: unknown[] = [];
    for (const duty of found?.state.duties ?? []) {
      try {
        const { kind, objectId } = duty;
        const what = `${kind} ${objectId} of ${userId}`;
        await unlessGone(deps)({ what, objectId }, () => carryOut(deps, userId, duty));
        await subscriptions.update(userId, (current) => dischargeDuty(current, duty));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
