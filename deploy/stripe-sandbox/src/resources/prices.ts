import { endpoint } from "../http/endpoint.ts";
import { listPage, pagingByTime } from "../http/lists.ts";
import { bool, listOf, text } from "../http/params.ts";
import { noSuch } from "../http/stripe-error.ts";

export const prices = [
  endpoint("get", "/v1/prices/:id", {}, (world, { id }) => {
    const price = world.store.find("price", id);
    if (!price) throw noSuch("price", id, "price");
    return price;
  }),
  endpoint(
    "get",
    "/v1/prices",
    {
      ...pagingByTime,
      active: bool.optional(),
      currency: text().optional(),
      lookup_keys: listOf(text(), 10).optional(),
      product: text().optional(),
      type: text().optional(),
    },
    (world, { params }) =>
      listPage(world, "price", {
        url: "/v1/prices",
        params,
        keep: (price) =>
          (params.active === undefined || price.active === params.active) &&
          (params.currency === undefined || price.currency === params.currency) &&
          (params.product === undefined || price.product === params.product) &&
          (params.type === undefined || price.type === params.type) &&
          (params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? "")),
      }),
  ),
];
