import { isKind } from "@orbline/kit/errors";
import type { Payment, PaymentDuty } from "../domain/payment.ts";
import { dischargePaymentDuty } from "../domain/refund.ts";
import type { BillingDeps } from "./ports.ts";
import { confirmGone } from "./unless-gone.ts";

type Deps = Pick<BillingDeps, "records" | "payments" | "mails"> & {
  record: (paymentId: string) => Promise<boolean>;
};

const carryOut = async (deps: Deps, { id: paymentId, userId }: Payment, duty: PaymentDuty) => {
  if (duty.kind === "mail") {
    await deps.mails.post(duty.objectId, { userId, notice: duty.notice });
    return;
  }
  const { objectId: commandId, amountCents } = duty;
  await deps.payments.giveBack({ paymentId, amountCents, commandId });
  // what was given back is known before the duty goes, so that it is never owed twice
  await deps.record(paymentId);
};

/** What the provider does not know fails for good only where its account is ours. */
const carryOutOrTell = (deps: Deps, payment: Payment, duty: PaymentDuty) =>
  carryOut(deps, payment, duty).catch(async (error: unknown) => {
    if (isKind(error, "not-found")) await confirmGone(deps, payment.id);
    throw error;
  });

/**
 * Does what a payment's aggregate says we owe, and strikes out each duty that is done; a crash in between repeats
 * it, which is safe. One that fails stays and does not hold up the others. @throws the first failure; a refund that
 * the provider refuses for good, or of a payment that it does not know, is struck out
 */
export const dischargePaymentDuties =
  (deps: Deps) =>
  async (paymentId: string): Promise<void> => {
    const found = await deps.records.find(paymentId);
    const failures: unknown[] = [];
    for (const duty of found?.state.duties ?? []) {
      const strikeOut = () =>
        deps.records.update(paymentId, (current) => current && dischargePaymentDuty(current, duty));
      try {
        if (found) await carryOutOrTell(deps, found.state, duty);
        await strikeOut();
      } catch (error) {
        failures.push(error);
        if (isKind(error, "conflict") || isKind(error, "not-found")) await strikeOut();
      }
    }
    if (failures.length > 0) throw failures[0];
  };
