import { endpoint } from "../../http/endpoint.ts";
import { listPage, pagingByTime } from "../../http/lists.ts";
import { text } from "../../http/params.ts";
import { noSuch } from "../../http/stripe-error.ts";

export const charges = [
  endpoint("get", "/v1/charges/:id", {}, (world, { id }) => {
    const charge = world.store.find("charge", id);
    if (!charge) throw noSuch("charge", id);
    return charge;
  }),
  endpoint(
    "get",
    "/v1/charges",
    { ...pagingByTime, customer: text().optional(), payment_intent: text().optional() },
    (world, { params }) =>
      listPage(world, "charge", {
        url: "/v1/charges",
        params,
        where: { customer: params.customer, payment_intent: params.payment_intent },
      }),
  ),
];
