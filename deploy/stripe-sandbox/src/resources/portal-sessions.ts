import { endpoint } from "../http/endpoint.ts";
import { text, url } from "../http/params.ts";
import { create } from "../state/events.ts";
import { customerById } from "./customers.ts";
import { newId } from "../state/ids.ts";
import type { PortalSession } from "../state/objects.ts";

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

type Input = { created: number; customer: string; returnUrl: string | null; publicUrl: string };

function newPortalSession({ created, customer, returnUrl, publicUrl }: Input): PortalSession {
  const id = newId("bps");
  return {
    id,
    object: "billing_portal.session",
    configuration: "bpc_sandbox",
    created,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${publicUrl}/p/session/${id}`,
  };
}
