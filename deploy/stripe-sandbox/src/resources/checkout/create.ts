import { daySeconds } from "../../billing/subscription/periods.ts";
import { mergeMetadata } from "../../http/params.ts";
import { stripeError } from "../../http/stripe-error.ts";
import { lineItem } from "../../shapes/catalog.ts";
import { newCheckoutSession } from "../../shapes/checkout-session.ts";
import { create } from "../../state/events.ts";
import { newId } from "../../state/ids.ts";
import type { CheckoutRecord, CheckoutSession, Price } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import type { CheckoutParams } from "./params.ts";
import { customerById } from "../customers.ts";

const minOpenSeconds = 30 * 60;

/** Creates a checkout session and schedules its expiry. */
export function createCheckoutSession(world: World, params: CheckoutParams): CheckoutSession {
  checkMode(params);
  const { price, quantity } = priceFor(world, params);
  const customer =
    params.customer === undefined ? null : customerById(world, params.customer, "customer");
  const created = world.clock.now();
  const id = newId("cs_test", 58);
  const trial = params.subscription_data?.trial_period_days !== undefined;
  const name = world.store.find("product", price.product)?.name ?? price.id;
  const lineItems = [lineItem(price, quantity, name, trial)];
  const paying = params.mode === "payment";
  const session = newCheckoutSession({
    id,
    created,
    expiresAt: expiryOf(created, params.expires_at),
    mode: params.mode,
    currency: price.currency,
    lineItems,
    url: `${world.publicUrl()}/c/pay/${id}`,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customer: customer?.id ?? null,
    customerEmail: customer?.email ?? params.customer_email ?? null,
    customerCreation: paying && !customer ? (params.customer_creation ?? "if_required") : null,
    paymentMethodCollection:
      params.payment_method_collection ?? (paying ? "if_required" : "always"),
    invoiceCreation: params.invoice_creation?.enabled ?? false,
    metadata: mergeMetadata({}, params.metadata),
  });
  create(world, "checkout.session", session);
  create(world, "sandbox.checkout", recordOf(id, created, params, lineItems));
  world.timers.schedule("checkout.expire", id, session.expires_at);
  return session;
}

function checkMode(params: CheckoutParams) {
  const onlyIn = (mode: CheckoutParams["mode"], names: (keyof CheckoutParams)[]) => {
    const wrong = names.find((name) => params.mode !== mode && params[name] !== undefined);
    if (wrong) throw refuse(`\`${wrong}\` can only be used in \`${mode}\` mode.`, wrong);
  };
  onlyIn("payment", ["customer_creation", "invoice_creation", "payment_intent_data"]);
  onlyIn("subscription", ["payment_method_collection", "subscription_data"]);
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw refuse(
      "You may only specify one of these parameters: customer, customer_email.",
      "customer",
      "parameters_exclusive",
    );
  if (params.customer !== undefined && params.customer_creation !== undefined)
    throw refuse(
      "You may only specify one of these parameters: customer, customer_creation.",
      "customer",
      "parameters_exclusive",
    );
}

function priceFor(world: World, params: CheckoutParams): { price: Price; quantity: number } {
  const [item] = params.line_items;
  if (!item) throw refuse("Missing required param: line_items.", "line_items", "parameter_missing");
  const price = world.store.find("price", item.price);
  if (!price)
    throw refuse(`No such price: '${item.price}'`, "line_items[0][price]", "resource_missing");
  if (!price.active)
    throw refuse("The price specified is inactive.", "line_items[0][price]", "price_inactive");
  if (params.mode === "payment" && price.recurring)
    throw refuse(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      "mode",
    );
  if (params.mode === "subscription" && !price.recurring)
    throw refuse(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      "mode",
    );
  return { price, quantity: item.quantity };
}

function expiryOf(now: number, wanted: number | undefined): number {
  if (wanted === undefined) return now + daySeconds;
  if (wanted < now + minOpenSeconds || wanted > now + daySeconds)
    throw refuse(
      "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.",
      "expires_at",
    );
  return wanted;
}

function recordOf(
  id: string,
  created: number,
  params: CheckoutParams,
  lineItems: CheckoutRecord["lineItems"],
): CheckoutRecord {
  const { subscription_data: subscription, payment_intent_data: payment } = params;
  const behavior = subscription?.trial_settings?.end_behavior.missing_payment_method;
  return {
    object: "sandbox.checkout",
    id,
    created,
    lineItems,
    trialDays: subscription?.trial_period_days ?? 0,
    missingPaymentMethod: behavior ?? "create_invoice",
    description: subscription?.description ?? payment?.description ?? null,
    metadata: mergeMetadata({}, subscription?.metadata ?? payment?.metadata),
    saveCard: payment?.setup_future_usage !== undefined,
    attempt: null,
  };
}

function refuse(message: string, param: string, code?: string) {
  return stripeError(400, message, code === undefined ? { param } : { param, code });
}
