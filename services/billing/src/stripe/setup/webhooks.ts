import type Stripe from "stripe";
import { stripeApiVersion } from "../client.ts";
import { changeOrName, type Finding, type Setup } from "./setup.ts";

/** Every event type that billing applies. Stripe knows no patterns besides `*`. */
export const webhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.trial_will_end",
  "invoice.created",
  "invoice.finalized",
  "invoice.finalization_failed",
  "invoice.paid",
  "invoice.payment_action_required",
  "invoice.payment_failed",
  "invoice.payment_succeeded",
  "invoice.upcoming",
  "invoice.updated",
  "invoice.voided",
  "invoice.marked_uncollectible",
  "charge.succeeded",
  "charge.failed",
  "charge.pending",
  "charge.captured",
  "charge.expired",
  "charge.refunded",
  "charge.updated",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "refund.created",
  "refund.updated",
  "refund.failed",
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** Makes the webhook endpoint of the product's origin, enabled, with exactly the events that billing applies. */
export async function setUpWebhooks(
  stripe: Stripe,
  setup: Setup,
): Promise<{ findings: Finding[]; secret: string | undefined }> {
  const url = `${setup.origin}/api/webhooks/stripe`;
  const found = await endpointAt(stripe, url);
  if (!found) return createEndpoint(stripe, url, setup);
  const text = `webhook endpoint ${found.id}: ${url}`;
  if (found.api_version !== stripeApiVersion)
    return only({
      result: "todo",
      text: `${text} has the API version ${found.api_version ?? "of the account"}, not ${stripeApiVersion}: delete it in the dashboard and repeat`,
    });
  const missing = webhookEvents.filter((type) => !found.enabled_events.includes(type));
  const isRight = missing.length === 0 && found.enabled_events.length === webhookEvents.length;
  if (isRight && found.status === "enabled")
    return only({ result: "kept", text: `${text}, ${webhookEvents.length} events` });
  const change = missing.length > 0 ? `, ${missing.length} events more` : ", its events";
  return only(
    await changeOrName(setup, `${text}${isRight ? "" : change}, enabled`, () =>
      stripe.webhookEndpoints.update(found.id, {
        enabled_events: [...webhookEvents],
        disabled: false,
      }),
    ),
  );
}

async function createEndpoint(stripe: Stripe, url: string, setup: Setup) {
  let secret: string | undefined;
  const finding = await changeOrName(setup, `webhook endpoint: a new one at ${url}`, async () => {
    const created = await stripe.webhookEndpoints.create({
      url,
      api_version: stripeApiVersion,
      enabled_events: [...webhookEvents],
    });
    secret = created.secret;
  });
  return { findings: [finding], secret };
}

async function endpointAt(stripe: Stripe, url: string) {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) return endpoint;
  return undefined;
}

const only = (finding: Finding) => ({ findings: [finding], secret: undefined });
