import { knownTestCards } from "../../billing/payment/cards.ts";
import { saveCard } from "../../billing/payment/save-card.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listPage, paging } from "../../http/lists.ts";
import { text } from "../../http/params.ts";
import { noSuch } from "../../http/stripe-error.ts";
import { change } from "../../state/events.ts";
import type { PaymentMethod } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { customerById } from "../customers.ts";

const testMethods: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_createDispute: "4000000000000259",
  pm_card_refundFail: "4000000000005126",
  pm_card_authenticationRequired: "4000002760003184",
};

/** Payment methods: read, list by customer, attach (also Stripe's `pm_card_…` test methods). */
export const paymentMethods = [
  endpoint("get", "/v1/payment_methods/:id", {}, (world, { id }) => methodById(world, id)),
  endpoint(
    "post",
    "/v1/payment_methods/:id/attach",
    { customer: text() },
    (world, { id, params }) => {
      const customer = customerById(world, params.customer, "customer");
      const method = fromTestMethod(world, id) ?? methodById(world, id);
      const patch = { customer: customer.id };
      return change(world, "payment_method", method, patch, "payment_method.attached");
    },
  ),
  endpoint(
    "get",
    "/v1/payment_methods",
    { ...paging, customer: text().optional(), type: text().optional() },
    (world, { params }) =>
      listPage(world, "payment_method", {
        url: "/v1/payment_methods",
        params,
        where: { customer: params.customer },
        keep: ({ customer }) => customer !== null,
      }),
  ),
  endpoint(
    "get",
    "/v1/customers/:id/payment_methods",
    { ...paging, type: text().optional() },
    (world, { id, params }) =>
      listPage(world, "payment_method", {
        url: `/v1/customers/${id}/payment_methods`,
        params,
        where: { customer: customerById(world, id).id },
      }),
  ),
  endpoint("get", "/v1/customers/:id/payment_methods/:subId", {}, (world, { id, subId }) => {
    const method = methodById(world, subId);
    if (method.customer !== id) throw noSuch("PaymentMethod", subId, "payment_method");
    return method;
  }),
];

function methodById(world: World, id: string) {
  const method = world.store.find("payment_method", id);
  if (!method) throw noSuch("PaymentMethod", id, "payment_method");
  return method;
}

function fromTestMethod(world: World, token: string): PaymentMethod | undefined {
  const known = knownTestCards.find(({ number }) => number === testMethods[token]);
  if (!known) return undefined;
  const expYear = new Date(world.clock.now() * 1000).getUTCFullYear() + 3;
  return saveCard(world, { known, expMonth: 12, expYear, name: "" }, null);
}
