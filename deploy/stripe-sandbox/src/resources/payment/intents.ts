import { endpoint } from "../../http/endpoint.ts";
import { listPage, pagingByTime } from "../../http/lists.ts";
import { text } from "../../http/params.ts";
import { noSuch } from "../../http/stripe-error.ts";

/** Payment intents: read, list by customer. Checkout and invoices create them. */
export const paymentIntents = [
  endpoint("get", "/v1/payment_intents/:id", {}, (world, { id }) => {
    const intent = world.store.find("payment_intent", id);
    if (!intent) throw noSuch("payment_intent", id, "intent");
    return intent;
  }),
  endpoint(
    "get",
    "/v1/payment_intents",
    { ...pagingByTime, customer: text().optional() },
    (world, { params }) =>
      listPage(world, "payment_intent", {
        url: "/v1/payment_intents",
        params,
        where: { customer: params.customer },
      }),
  ),
];
