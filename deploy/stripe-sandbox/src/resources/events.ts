import { endpoint } from "../http/endpoint.ts";
import { listPage, pagingByTime } from "../http/lists.ts";
import { bool, listOf, text } from "../http/params.ts";
import { noSuch } from "../http/stripe-error.ts";
import type { Event } from "../state/objects.ts";
import type { World } from "../state/world.ts";

/** Events: read, list by type and delivery success. */
export const events = [
  endpoint("get", "/v1/events/:id", {}, (world, { id }) => {
    const event = world.store.find("event", id);
    if (!event) throw noSuch("event", id);
    return withPending(world, event);
  }),
  endpoint(
    "get",
    "/v1/events",
    {
      ...pagingByTime,
      delivery_success: bool.optional(),
      type: text().optional(),
      types: listOf(text(), 20).optional(),
    },
    (world, { params }) => {
      const wanted = params.types ?? (params.type === undefined ? ["*"] : [params.type]);
      const page = listPage(world, "event", {
        url: "/v1/events",
        params,
        keep: (event) =>
          wanted.some((type) => typeMatches(event.type, type)) &&
          (params.delivery_success === undefined ||
            (world.deliveries.delivered(event.id) ?? true) === params.delivery_success),
      });
      return { ...page, data: page.data.map((event) => withPending(world, event)) };
    },
  ),
];

function withPending(world: World, event: Event): Event {
  return {
    ...event,
    pending_webhooks: world.deliveries.delivered(event.id) === false ? 1 : 0,
  };
}

function typeMatches(type: string, wanted: string) {
  return wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
