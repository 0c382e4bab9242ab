import { endpoint } from "../../http/endpoint.ts";
import { noSuch } from "../../http/stripe-error.ts";

/** Payment intents: read. Checkout and invoices create them. */
export const paymentIntents = [
  endpoint("get", "/v1/payment_intents/:id", {}, (world, { id }) => {
    const intent = world.store.find("payment_intent", id);
    if (!intent) throw noSuch("payment_intent", id, "intent");
    return intent;
  }),
];
