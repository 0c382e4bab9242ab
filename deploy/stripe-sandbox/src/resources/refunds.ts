import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { listPage, pagingByTime } from "../http/lists.ts";
import { mergeMetadata } from "../http/metadata.ts";
import { integer, metadata, text } from "../http/params.ts";
import { noSuch, stripeError } from "../http/stripe-error.ts";
import { change, create, emit } from "../state/events.ts";
import { newId } from "../state/ids.ts";
import type { Charge, Refund } from "../state/objects.ts";
import type { World } from "../state/world.ts";

type Target = { charge?: string | undefined; payment_intent?: string | undefined };

/** After this the bank has answered a refund. */
const SETTLE_SECONDS = 60;

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const chargeOf = (world: World, { charge, payment_intent: intent }: Target): Charge => {
  if (charge !== undefined) {
    const found = world.store.find("charge", charge);
    if (!found) throw noSuch("charge", charge, "charge");
    return found;
  }
  if (intent === undefined)
    throw stripeError(
      400,
      "One of the following params should be provided for this request: payment_intent or charge.",
      { code: "parameter_missing" },
    );
  const payment = world.store.find("payment_intent", intent);
  if (!payment) throw noSuch("payment_intent", intent, "payment_intent");
  const latest = payment.latest_charge && world.store.find("charge", payment.latest_charge);
  if (!latest || !latest.paid)
    throw stripeError(
      400,
      `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
      {
        param: "payment_intent",
      },
    );
  return latest;
};

const refundable = (charge: Charge, wanted: number | undefined): number => {
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
};

const newRefund = (created: number, charge: Charge, amount: number): Refund => ({
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
});

/** Refunds: create (whole or in part, of a charge or payment intent), read, list. */
export const refunds = [
  endpoint(
    "post",
    "/v1/refunds",
    {
      amount: integer(1).optional(),
      charge: text().optional(),
      payment_intent: text().optional(),
      metadata: metadata.optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
    },
    (world, { params }) => {
      const charge = chargeOf(world, params);
      const amount = refundable(charge, params.amount);
      const refund: Refund = {
        ...newRefund(world.clock.now(), charge, amount),
        metadata: mergeMetadata({}, params.metadata),
        reason: params.reason ?? null,
      };
      create(world, "refund", refund, "refund.created");
      const refunded = charge.amount_refunded + amount;
      const patch = { amount_refunded: refunded, refunded: refunded === charge.amount_captured };
      const changed = change(world, "charge", charge, patch);
      emit(world, "charge.refunded", changed, { amount_refunded: charge.amount_refunded });
      world.timers.schedule("refund.settle", refund.id, world.clock.now() + SETTLE_SECONDS);
      return refund;
    },
  ),
  endpoint("get", "/v1/refunds/:id", {}, (world, { id }) => {
    const refund = world.store.find("refund", id);
    if (!refund) throw noSuch("refund", id);
    return refund;
  }),
  endpoint(
    "get",
    "/v1/refunds",
    { ...pagingByTime, charge: text().optional(), payment_intent: text().optional() },
    (world, { params }) =>
      listPage(world, "refund", {
        url: "/v1/refunds",
        params,
        where: { payment_intent: params.payment_intent },
        keep: ({ charge }) => params.charge === undefined || charge === params.charge,
      }),
  ),
];
