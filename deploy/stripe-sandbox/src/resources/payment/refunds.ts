import { z } from "zod";
import { refundCharge } from "../../billing/payment/refunds.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listPage, pagingByTime } from "../../http/lists.ts";
import { mergeMetadata, integer, metadata, text } from "../../http/params.ts";
import { noSuch, stripeError } from "../../http/stripe-error.ts";
import type { Charge } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";

type Target = { charge?: string | undefined; payment_intent?: string | undefined };

/** Refunds: create, read, list. */
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
      const more = { metadata: mergeMetadata({}, params.metadata), reason: params.reason ?? null };
      return refundCharge(world, chargeOf(world, params), params.amount, more);
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

function chargeOf(world: World, { charge, payment_intent: intent }: Target): Charge {
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
}
