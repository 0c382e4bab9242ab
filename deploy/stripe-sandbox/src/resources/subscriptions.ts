import { z } from "zod";
import { cancellationPatch, cancelNow, endingPatch } from "../billing/cancel.ts";
import { itemOf } from "../billing/periods.ts";
import { updatePlan } from "../billing/plan-change.ts";
import { startUnattended } from "../billing/subscriptions.ts";
import { byId, endpoint, list, pageOf, paging, retrieve } from "../http/endpoint.ts";
import { bool, integer, listOf, mergeMetadata, metadata, text } from "../http/params.ts";
import { invalid, noSuch, refusal } from "../http/stripe-error.ts";
import type { Subscription } from "../objects/types.ts";
import { change, type World } from "../state/world.ts";
import { trialSettings } from "./checkout-sessions.ts";
import { methodOf } from "./customers.ts";
import { changeParams, endParams, recurringPrice, wantedChange } from "./plan-change.ts";

const feedbackValues = [
  "customer_service",
  "low_quality",
  "missing_features",
  "other",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
] as const;

const detailsParams = z
  .strictObject({ comment: text(5000).optional(), feedback: z.enum(feedbackValues).optional() })
  .optional();

const statusFilters = [
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;

/** The parameters that creation and update share. */
const shared = {
  default_payment_method: text().optional(),
  metadata: metadata.optional(),
  off_session: bool.optional(),
  payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).optional(),
};

const creation = {
  ...shared,
  customer: text(),
  description: text(500).optional(),
  items: listOf(z.strictObject({ price: text(), quantity: integer(1, 999_999).optional() }), 1),
  trial_period_days: integer(1, 730).optional(),
  trial_settings: trialSettings.optional(),
};

const update = {
  ...shared,
  ...changeParams,
  ...endParams,
  cancellation_details: detailsParams,
};

type Update = z.output<z.ZodObject<typeof update>>;

const cancellation = {
  cancellation_details: detailsParams,
  invoice_now: bool.optional(),
  prorate: bool.optional(),
};

const alwaysChangeable = ["cancellation_details", "metadata"];

const itemsPath = "/v1/subscription_items";

/** Subscriptions: create, read, list by customer, change plan, cancel at period end or now. Items: read, list. */
export const subscriptions = [
  retrieve("subscription", "/v1/subscriptions"),
  list(
    "subscription",
    "/v1/subscriptions",
    { customer: "customer" },
    { price: text().optional(), status: z.enum(statusFilters).optional() },
    ({ status, items }, params) =>
      (params.price === undefined || items.data[0]?.price.id === params.price) &&
      (params.status === "all" ||
        (params.status === "ended" && status === "canceled") ||
        (params.status === undefined ? status !== "canceled" : status === params.status)),
  ),
  endpoint(`GET ${itemsPath}`, { ...paging, subscription: text() }, (world, { params }) => {
    const { id, items } = byId(world, "subscription", params.subscription, "subscription");
    return pageOf(items.data, `${itemsPath}?subscription=${id}`, params);
  }),
  endpoint(`GET ${itemsPath}/:id`, {}, (world, { id }) => {
    const owner = world.store.first("subscription", { "items.data[0].id": id });
    if (!owner) throw noSuch("subscription_item", id, "item", 404);
    return itemOf(owner);
  }),
  endpoint("POST /v1/subscriptions", creation, (world, { params }) =>
    createSubscription(world, params),
  ),
  endpoint("POST /v1/subscriptions/:id", update, (world, { id, params }) =>
    updateSubscription(world, byId(world, "subscription", id), params),
  ),
  endpoint("DELETE /v1/subscriptions/:id", cancellation, (world, { id, params }) => {
    const current = byId(world, "subscription", id);
    if (current.status === "canceled") throw noSuch("subscription", id, "id", 404);
    if (params.invoice_now === true || params.prorate === true)
      throw refusal("unsupported_cancellation");
    const details = detailsOf(current, params.cancellation_details, "cancellation_requested");
    return cancelNow(world, current, details);
  }),
];

function createSubscription(world: World, params: z.output<z.ZodObject<typeof creation>>) {
  const customer = byId(world, "customer", params.customer, "customer");
  const [item] = params.items;
  const method =
    params.default_payment_method === undefined
      ? world.store.find("payment_method", customer.invoice_settings.default_payment_method)
      : methodOf(world, customer.id, params.default_payment_method, "default_payment_method");
  const trialDays = params.trial_period_days ?? 0;
  if (!method && trialDays === 0) throw refusal("payment_method_none");
  const wanted = {
    customer: customer.id,
    price: recurringPrice(world, item?.price ?? ""),
    quantity: item?.quantity ?? 1,
    trialDays,
    missingPaymentMethod:
      params.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
    method: method ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
  } as const;
  const mustPay = params.payment_behavior === "error_if_incomplete";
  return startUnattended(world, wanted, { mustPay });
}

function updateSubscription(world: World, current: Subscription, params: Update) {
  checkChangeable(current, params);
  const { cancel_at_period_end: cancels = current.cancel_at_period_end } = params;
  const { default_payment_method: method } = params;
  if (method !== undefined) methodOf(world, current.customer, method, "default_payment_method");
  const { cancel_at: wantedEnd } = params;
  const end = typeof wantedEnd === "string" ? itemOf(current).current_period_end : wantedEnd;
  if (typeof end === "number" && end <= world.clock.now())
    throw invalid("The timestamp of `cancel_at` must be in the future.", "cancel_at");
  const isEnding = end === undefined ? cancels || current.cancel_at !== null : end !== null;
  const reason = isEnding ? "cancellation_requested" : null;
  const patch = {
    ...(end === undefined
      ? cancellationPatch(world, current, params.cancel_at_period_end)
      : endingPatch(world, current.id, end)),
    default_payment_method: method ?? current.default_payment_method,
    cancellation_details: detailsOf(current, params.cancellation_details, reason),
    metadata: mergeMetadata(current.metadata, params.metadata),
  };
  const wanted = wantedChange(world, current, params);
  if (!wanted)
    return change(world, "subscription", current, patch, "customer.subscription.updated");
  const mustPay = params.payment_behavior === "error_if_incomplete";
  return updatePlan(world, current, wanted, { patch, mustPay });
}

function detailsOf(
  { cancellation_details: known }: Subscription,
  details: Update["cancellation_details"],
  reason: "cancellation_requested" | null,
) {
  return {
    comment: details?.comment ?? known?.comment ?? null,
    feedback: details?.feedback ?? known?.feedback ?? null,
    feedback_option: null,
    reason,
  };
}

function checkChangeable({ status }: Subscription, params: Update) {
  const changes = Object.entries(params).filter(([, value]) => value !== undefined);
  if (status !== "canceled" || changes.every(([name]) => alwaysChangeable.includes(name))) return;
  throw refusal("subscription_canceled");
}
