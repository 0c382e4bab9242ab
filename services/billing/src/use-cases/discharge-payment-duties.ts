import { isKind } from "@orbline/kit/errors";
import type { Payment, PaymentDuty, RefundOutcome } from "../domain/payment.ts";
import { dischargePaymentDuty } from "../domain/refund.ts";
import type { BillingDeps } from "./ports.ts";
import { askOurAccount } from "./unless-gone.ts";

type Deps = Pick<BillingDeps, "records" | "payments" | "mails"> & {
  record: (paymentId: string) => Promise<boolean>;
};

type RefundDuty = Extract<PaymentDuty, { kind: "refund" }>;

const strikeOut = (
  { records }: Deps,
  paymentId: string,
  duty: PaymentDuty,
  outcome: Exclude<RefundOutcome, "owed"> = "done",
) =>
  records.update(paymentId, (current) => current && dischargePaymentDuty(current, duty, outcome));

/** What the provider does not know fails for good only where its account is ours. */
const giveBack = async (deps: Deps, paymentId: string, duty: RefundDuty) => {
  const { objectId: commandId, amountCents } = duty;
  const refund = () => deps.payments.giveBack({ paymentId, amountCents, commandId });
  try {
    await askOurAccount(deps)(paymentId, refund);
  } catch (error) {
    const isRefused = isKind(error, "not-found") || isKind(error, "conflict");
    if (isRefused) await strikeOut(deps, paymentId, duty, "refused");
    throw error;
  }
  // what was given back is known before the duty goes, so that it is never owed twice
  await deps.record(paymentId);
};

const carryOut = async (deps: Deps, { id, userId }: Payment, duty: PaymentDuty) => {
  if (duty.kind === "refund") await giveBack(deps, id, duty);
  else await deps.mails.post(duty.objectId, { userId, notice: duty.notice });
  await strikeOut(deps, id, duty);
};

/**
 * Does what a payment's aggregate says we owe, and strikes out each duty that is done; a crash in between repeats
 * it, which is safe. One that fails stays and does not hold up the others. @throws the first failure; a refund that
 * the provider refuses for good, or of a payment that it does not know, is struck out as refused
 */
export const dischargePaymentDuties =
  (deps: Deps) =>
  async (paymentId: string): Promise<void> => {
    const found = await deps.records.find(paymentId);
    const failures: unknown[] = [];
    for (const duty of found?.state.duties ?? []) {
      try {
        if (found) await carryOut(deps, found.state, duty);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
