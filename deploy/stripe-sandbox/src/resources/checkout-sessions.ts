import { z } from "zod";
import { expireCheckout } from "../billing/lifecycle.ts";
import { daySeconds } from "../billing/periods.ts";
import { byId, endpoint, list, pageOf, paging, retrieve } from "../http/endpoint.ts";
import {
  bool,
  email,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  text,
  url,
} from "../http/params.ts";
import { invalid, refusal } from "../http/stripe-error.ts";
import { build } from "../objects/build.ts";
import { nameOf } from "../objects/catalog.ts";
import type { CheckoutSession, Price } from "../objects/types.ts";
import { create, type World } from "../state/world.ts";

const minOpenSeconds = 30 * 60;

const message = z.strictObject({ message: text(1200) }).optional();

export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({
    missing_payment_method: z.enum(["cancel", "create_invoice", "pause"]),
  }),
});

const subscriptionData = z.strictObject({
  description: text(500).optional(),
  metadata: metadata.optional(),
  trial_period_days: integer(1, 730).optional(),
  trial_settings: trialSettings.optional(),
});

const paymentIntentData = z.strictObject({
  description: text(1000).optional(),
  metadata: metadata.optional(),
  setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
});

/** The supported parameters of a new checkout session. */
const creation = {
  allow_promotion_codes: z.enum(["false"]).optional(),
  allowed_payment_method_types: listOf(z.enum(["card"])).optional(),
  billing_address_collection: z.enum(["auto"]).optional(),
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  custom_text: z
    .strictObject({
      after_submit: message,
      submit: message,
      terms_of_service_acceptance: message,
    })
    .optional(),
  customer: text().optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  customer_email: email.optional(),
  expires_at: integer().optional(),
  invoice_creation: z.strictObject({ enabled: bool }).optional(),
  line_items: listOf(z.strictObject({ price: text(), quantity: integer(1, 999_999) }), 1),
  locale: z.enum(["auto", "en"]).optional(),
  metadata: metadata.optional(),
  mode: z.enum(["payment", "subscription"]),
  payment_intent_data: paymentIntentData.optional(),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  subscription_data: subscriptionData.optional(),
  success_url: url,
  ui_mode: z.enum(["hosted_page"]).optional(),
};

type Creation = z.output<z.ZodObject<typeof creation>>;

const path = "/v1/checkout/sessions";

export const checkoutSessions = [
  endpoint(`POST ${path}`, creation, (world, { params }) => createSession(world, params)),
  retrieve("checkout.session", path),
  endpoint(`POST ${path}/:id/expire`, {}, (world, { id }) => {
    const session = byId(world, "checkout.session", id);
    if (session.status !== "open") throw refusal("session_not_open", { status: session.status });
    return expireCheckout(world, session);
  }),
  endpoint(`GET ${path}/:id/line_items`, paging, (world, { id, params }) => {
    const session = byId(world, "checkout.session", id).id;
    const { lineItems = [] } = world.store.find("sandbox.checkout", session) ?? {};
    return pageOf(lineItems, `${path}/${id}/line_items`, params);
  }),
  list(
    "checkout.session",
    path,
    { customer: "customer", payment_intent: "payment_intent", subscription: "subscription" },
    { status: z.enum(["complete", "expired", "open"]).optional() },
    ({ status }, params) => params.status === undefined || status === params.status,
  ),
];

/** Creates a checkout session and schedules its expiry. */
function createSession(world: World, params: Creation): CheckoutSession {
  checkMode(params);
  const lineItem = lineItemFor(world, params);
  const { price, amount_total: amount } = lineItem;
  const customer =
    params.customer === undefined ? null : byId(world, "customer", params.customer, "customer");
  const pays = params.mode === "payment";
  const address = customer?.email ?? params.customer_email ?? null;
  const fields = {
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    currency: price.currency,
    customer: customer?.id ?? null,
    customer_creation: pays && !customer ? (params.customer_creation ?? "if_required") : null,
    customer_details:
      address === null ? null : build(world, "customer_details", { email: address, name: null }),
    customer_email: customer ? null : address,
    expires_at: expiryOf(world.clock.now(), params.expires_at),
    metadata: mergeMetadata({}, params.metadata),
    mode: params.mode,
    payment_method_collection:
      params.payment_method_collection ?? (pays ? "if_required" : "always"),
    success_url: params.success_url,
    invoice_creation: pays ? undefined : null,
  } as const;
  const invoiced = params.invoice_creation?.enabled ?? false;
  const session = build(world, "checkout.session", fields, { invoiced });
  const { subscription_data: subscription, payment_intent_data: payment } = params;
  create(world, "checkout.session", session);
  create(world, "sandbox.checkout", {
    id: session.id,
    lineItems: [lineItem],
    trialDays: subscription?.trial_period_days ?? 0,
    missingPaymentMethod:
      subscription?.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
    description: subscription?.description ?? payment?.description ?? null,
    metadata: mergeMetadata({}, subscription?.metadata ?? payment?.metadata),
    saveCard: payment?.setup_future_usage !== undefined,
  });
  world.timers.schedule("checkout.expire", session.id, session.expires_at);
  return session;
}

function checkMode(params: Creation) {
  const onlyIn = (mode: Creation["mode"], ...names: (keyof Creation)[]) => {
    const wrong = names.find((name) => params.mode !== mode && params[name] !== undefined);
    if (wrong) throw refusal("only_in_mode", { param: wrong, mode }, { param: wrong });
  };
  onlyIn("payment", "customer_creation", "invoice_creation", "payment_intent_data");
  onlyIn("subscription", "payment_method_collection", "subscription_data");
  for (const other of ["customer_email", "customer_creation"] as const)
    if (params.customer !== undefined && params[other] !== undefined)
      throw refusal("parameters_exclusive", { other });
}

/** The line item of the session. With a trial its amount is 0. */
function lineItemFor(world: World, params: Creation) {
  const [item] = params.line_items;
  if (!item)
    throw invalid("Missing required param: line_items.", "line_items", "parameter_missing");
  const price = priceFor(world, params, item.price);
  const isTrial = params.subscription_data?.trial_period_days !== undefined;
  const amount = isTrial ? 0 : (price.unit_amount ?? 0) * item.quantity;
  return build(world, "item", {
    amount_total: amount,
    currency: price.currency,
    description: nameOf(world, price),
    price,
    quantity: item.quantity,
  });
}

function priceFor(world: World, { mode }: Creation, id: string): Price {
  const price = world.store.find("price", id);
  const param = "line_items[0][price]";
  if (!price) throw refusal("price_missing", { id }, { param });
  if (!price.active) throw refusal("price_inactive", {}, { param });
  if (mode === "payment" && price.recurring) throw refusal("mode_needs_once");
  if (mode === "subscription" && !price.recurring) throw refusal("mode_needs_recurring");
  return price;
}

function expiryOf(now: number, wanted = now + daySeconds): number {
  if (wanted >= now + minOpenSeconds && wanted <= now + daySeconds) return wanted;
  throw refusal("expires_at");
}
