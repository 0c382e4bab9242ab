import { endpoint } from "../http/endpoint.ts";
import { listPage, pagingByTime } from "../http/lists.ts";
import { bool } from "../http/params.ts";
import { noSuch } from "../http/stripe-error.ts";

export const products = [
  endpoint("get", "/v1/products/:id", {}, (world, { id }) => {
    const product = world.store.find("product", id);
    if (!product) throw noSuch("product", id);
    return product;
  }),
  endpoint(
    "get",
    "/v1/products",
    { ...pagingByTime, active: bool.optional() },
    (world, { params }) =>
      listPage(world, "product", {
        url: "/v1/products",
        params,
        keep: ({ active }) => params.active === undefined || active === params.active,
      }),
  ),
];
