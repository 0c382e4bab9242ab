import type Stripe from "stripe";
import { setUpPortal } from "./portal.ts";
import { setUpPrices } from "./prices.ts";
import type { Finding, Setup } from "./setup.ts";
import { setUpWebhooks } from "./webhooks.ts";

/**
 * Makes a Stripe account sell the plans of the catalog: products and prices by lookup key, the webhook endpoint with its
 * events, and the settings of the customer portal. What is right already stays as it is, so it can be repeated. Without
 * `apply` it changes nothing and says what is missing.
 * @returns one line for each part, and the secret of a new webhook endpoint, which Stripe shows only once
 */
export async function setUpAccount(
  stripe: Stripe,
  setup: Setup,
): Promise<{ findings: Finding[]; webhookSecret: string | undefined }> {
  const account = await stripe.accounts.retrieveCurrent();
  const prices = await setUpPrices(stripe, setup);
  const webhooks = await setUpWebhooks(stripe, setup);
  const portal = await setUpPortal(stripe, setup);
  const findings = [describe(account), ...prices, ...webhooks.findings, portal];
  return { findings, webhookSecret: webhooks.secret };
}

function describe({ id, charges_enabled: canCharge }: Stripe.Account): Finding {
  return canCharge
    ? { result: "kept", text: `account ${id} may charge cards` }
    : {
        result: "todo",
        text: `account ${id} may not charge cards yet: complete it in the dashboard`,
      };
}
