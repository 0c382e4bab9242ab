import { z } from "zod";
import { expireCheckout } from "../../billing/subscription/lifecycle.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listPage, paging, pagingByTime } from "../../http/lists.ts";
import { text } from "../../http/params.ts";
import { noSuch, stripeError } from "../../http/stripe-error.ts";
import type { World } from "../../state/world.ts";
import { createCheckoutSession } from "./create.ts";
import { checkoutParams } from "./params.ts";

export const checkoutSessions = [
  endpoint("post", "/v1/checkout/sessions", checkoutParams, (world, { params }) =>
    createCheckoutSession(world, params),
  ),
  endpoint("get", "/v1/checkout/sessions/:id", {}, (world, { id }) => sessionById(world, id)),
  endpoint("post", "/v1/checkout/sessions/:id/expire", {}, (world, { id }) => {
    const session = sessionById(world, id);
    if (session.status !== "open")
      throw stripeError(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    return expireCheckout(world, id) ?? session;
  }),
  endpoint("get", "/v1/checkout/sessions/:id/line_items", paging, (world, { id }) => ({
    object: "list",
    data: world.store.find("sandbox.checkout", sessionById(world, id).id)?.lineItems ?? [],
    has_more: false,
    url: `/v1/checkout/sessions/${id}/line_items`,
  })),
  endpoint(
    "get",
    "/v1/checkout/sessions",
    {
      ...pagingByTime,
      customer: text().optional(),
      payment_intent: text().optional(),
      status: z.enum(["complete", "expired", "open"]).optional(),
      subscription: text().optional(),
    },
    (world, { params }) =>
      listPage(world, "checkout.session", {
        url: "/v1/checkout/sessions",
        params,
        where: {
          customer: params.customer,
          payment_intent: params.payment_intent,
          subscription: params.subscription,
        },
        keep: ({ status }) => params.status === undefined || status === params.status,
      }),
  ),
];

function sessionById(world: World, id: string) {
  const session = world.store.find("checkout.session", id);
  if (!session) throw noSuch("checkout.session", id, "session");
  return session;
}
