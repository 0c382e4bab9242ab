import { newId } from "../state/ids.ts";
import type { PortalSession } from "../state/objects.ts";

type Input = { created: number; customer: string; returnUrl: string | null; publicUrl: string };

export const newPortalSession = ({
  created,
  customer,
  returnUrl,
  publicUrl,
}: Input): PortalSession => {
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
};
