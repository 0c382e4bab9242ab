import { refusal } from "../http/stripe-error.ts";
import { build, newId } from "../objects/build.ts";
import type { BalanceTransaction, Charge, Dispute, Refund } from "../objects/types.ts";
import { change, create, emit, type World } from "../state/world.ts";
import { recordBalance } from "./payments.ts";
import { daySeconds, dollars } from "./periods.ts";

/** The bank confirms or rejects a refund after this time. */
const settleSeconds = 60;

/** Refunds `wanted` cents of a charge, or the rest. @throws a Stripe error if that is impossible. */
export function refundCharge(
  world: World,
  charge: Charge,
  wanted: number | undefined,
  more: Partial<Pick<Refund, "metadata" | "reason">> = {},
): Refund {
  const amount = refundable(charge, wanted);
  const { currency, customer, payment_intent, payment_method } = charge;
  const fields = { amount, charge: charge.id, currency, customer, payment_intent, payment_method };
  const id = newId("re");
  const balance_transaction = recordBalance(world, id, -amount, "refund").id;
  const ids = { id, balance_transaction };
  const refund = create(world, "refund", { ...ids, ...fields, ...more }, "refund.created");
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = amount_refunded === charge.amount_captured;
  change(world, "charge", charge, { amount_refunded, refunded }, "charge.refunded");
  world.timers.schedule("refund.settle", refund.id, world.clock.now() + settleSeconds);
  return refund;
}

/** Completes a refund, or fails it if the card rejects refunds. */
export function settleRefund(world: World, refund: Refund): void {
  const updated = ["refund.updated", "charge.refund.updated"];
  const charge = world.store.find("charge", refund.charge);
  const card = world.store.find("sandbox.card", String(charge?.payment_method));
  if (charge && card?.charge === "refund_fails") {
    const amount_refunded = charge.amount_refunded - refund.amount;
    change(world, "charge", charge, { amount_refunded, refunded: false }, "charge.updated");
    const back = recordBalance(world, refund.id, refund.amount, "refund_failure").id;
    const failed = {
      status: "failed",
      failure_balance_transaction: back,
      failure_reason: "unknown",
    };
    change(world, "refund", refund, failed, "refund.failed", ...updated);
    return;
  }
  const card_details = {
    reference: "1234567890",
    reference_status: "available",
    type: "refund",
  } as const;
  const destination_details = { card: card_details, type: "card" };
  change(world, "refund", refund, { destination_details }, ...updated);
}

function refundable(charge: Charge, wanted: number | undefined): number {
  const { id } = charge;
  if (charge.disputed) throw refusal("charge_disputed", { id });
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.refunded || left === 0) throw refusal("charge_already_refunded", { id });
  const amount = wanted ?? left;
  if (amount > left)
    throw refusal("refund_too_large", { amount: dollars(amount), left: dollars(left) });
  return amount;
}

/** Opens a dispute. The bank withdraws the amount at once. */
export function openDispute(world: World, charge: Charge): Dispute {
  change(world, "charge", charge, { disputed: true }, "charge.updated");
  const { amount, currency, payment_intent } = charge;
  const fields = { amount, charge: charge.id, currency, payment_intent };
  const brand = charge.payment_method_details?.card?.brand ?? "visa";
  const due_by = world.clock.now() + 7 * daySeconds;
  const dispute = build(world, "dispute", fields, { brand, due_by });
  dispute.balance_transactions = [withdrawal(world, dispute, -amount)];
  const types = ["charge.dispute.created", "charge.dispute.funds_withdrawn"];
  return create(world, "dispute", dispute, ...types);
}

function withdrawal(world: World, { id }: Dispute, amount: number): BalanceTransaction {
  const reporting_category = amount < 0 ? "dispute" : "dispute_reversal";
  return recordBalance(world, id, amount, "adjustment", { reporting_category });
}

export function isOpen({ status }: Dispute): boolean {
  return status !== "won" && status !== "lost";
}

/** Closes a dispute. `won` reinstates the funds. */
export function closeDispute(world: World, dispute: Dispute, status: "won" | "lost"): Dispute {
  const { balance_transactions: moved, amount } = dispute;
  const back = status === "won" ? [withdrawal(world, dispute, amount)] : [];
  const balance_transactions = [...moved, ...back];
  const closed = change(world, "dispute", dispute, { balance_transactions, status });
  if (status === "won") emit(world, "charge.dispute.funds_reinstated", closed);
  emit(world, "charge.dispute.closed", closed);
  return closed;
}
