import { change, emit } from "../../state/events.ts";
import type { Charge, Refund } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";

const emitUpdated = (world: World, refund: Refund) => {
  emit(world, "refund.updated", refund);
  emit(world, "charge.refund.updated", refund);
};

const fail = (world: World, refund: Refund, charge: Charge) => {
  const failed = change(world, "refund", refund, { status: "failed", failure_reason: "unknown" });
  const amount_refunded = charge.amount_refunded - refund.amount;
  change(world, "charge", charge, { amount_refunded, refunded: false }, "charge.updated");
  emit(world, "refund.failed", failed);
  emitUpdated(world, failed);
};

/** Completes a refund, or fails it if the card rejects refunds. */
export const settleRefund = (world: World, refund: Refund): void => {
  const charge = world.store.find("charge", refund.charge);
  const card = world.store.find("sandbox.card", String(charge?.payment_method));
  if (charge && card?.charge === "refund_fails") return fail(world, refund, charge);
  const booked = { reference: "1234567890", reference_status: "available" };
  const destination_details = {
    card: { ...booked, type: "refund" as const },
    type: "card" as const,
  };
  emitUpdated(world, change(world, "refund", refund, { destination_details }));
};
