import { stripeError } from "../../http/stripe-error.ts";
import { change, create, emit } from "../../state/events.ts";
import { newId } from "../../state/ids.ts";
import type { Charge, Refund } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";

/** The bank confirms or rejects a refund after this time. */
const settleSeconds = 60;

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Refunds `wanted` cents of a charge, or the rest. @throws a Stripe error if that is impossible. */
export function refundCharge(
  world: World,
  charge: Charge,
  wanted: number | undefined,
  more: Pick<Partial<Refund>, "metadata" | "reason"> = {},
): Refund {
  const amount = refundable(charge, wanted);
  const refund = { ...newRefund(world.clock.now(), charge, amount), ...more };
  create(world, "refund", refund, "refund.created");
  const refunded = charge.amount_refunded + amount;
  const patch = { amount_refunded: refunded, refunded: refunded === charge.amount_captured };
  const changed = change(world, "charge", charge, patch);
  emit(world, "charge.refunded", changed, { amount_refunded: charge.amount_refunded });
  world.timers.schedule("refund.settle", refund.id, world.clock.now() + settleSeconds);
  return refund;
}

/** Completes a refund, or fails it if the card rejects refunds. */
export function settleRefund(world: World, refund: Refund): void {
  const charge = world.store.find("charge", refund.charge);
  const card = world.store.find("sandbox.card", String(charge?.payment_method));
  if (charge && card?.charge === "refund_fails") return fail(world, refund, charge);
  const booked = { reference: "1234567890", reference_status: "available" };
  const destination_details = {
    card: { ...booked, type: "refund" as const },
    type: "card" as const,
  };
  emitUpdated(world, change(world, "refund", refund, { destination_details }));
}

function refundable(charge: Charge, wanted: number | undefined): number {
  if (charge.disputed)
    throw stripeError(
      400,
      `The charge ${charge.id} has been charged back; it cannot be refunded.`,
      {
        code: "charge_disputed",
      },
    );
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.refunded || left === 0)
    throw stripeError(400, `Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  const amount = wanted ?? left;
  if (amount > left)
    throw stripeError(
      400,
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: "amount" },
    );
  return amount;
}

function newRefund(created: number, charge: Charge, amount: number): Refund {
  return {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { reference_status: "pending", type: "refund" }, type: "card" },
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

function fail(world: World, refund: Refund, charge: Charge) {
  const failed = change(world, "refund", refund, { status: "failed", failure_reason: "unknown" });
  const amount_refunded = charge.amount_refunded - refund.amount;
  change(world, "charge", charge, { amount_refunded, refunded: false }, "charge.updated");
  emit(world, "refund.failed", failed);
  emitUpdated(world, failed);
}

function emitUpdated(world: World, refund: Refund) {
  emit(world, "refund.updated", refund);
  emit(world, "charge.refund.updated", refund);
}
