import { endpoint } from "../http/endpoint.ts";
import { text, url } from "../http/params.ts";
import { newPortalSession } from "../shapes/portal-session.ts";
import { create } from "../state/events.ts";
import { customerById } from "./customers.ts";

/** Portal sessions: create. Flows and custom configurations are not supported. */
export const portalSessions = [
  endpoint(
    "post",
    "/v1/billing_portal/sessions",
    { customer: text(), return_url: url.optional() },
    (world, { params }) =>
      create(
        world,
        "billing_portal.session",
        newPortalSession({
          created: world.clock.now(),
          customer: customerById(world, params.customer, "customer").id,
          returnUrl: params.return_url ?? null,
          publicUrl: world.publicUrl(),
        }),
      ),
  ),
];
