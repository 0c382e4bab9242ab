import { z } from "zod";
import { cancellationPatch, cancelNow } from "../../billing/subscription/cancel.ts";
import { startUnattended } from "../../billing/subscription/create.ts";
import { updatePlan } from "../../billing/subscription/update-plan.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listPage, pagingByTime } from "../../http/lists.ts";
import { mergeMetadata, bool, integer, listOf, metadata, text } from "../../http/params.ts";
import { noSuch, stripeError } from "../../http/stripe-error.ts";
import { change } from "../../state/events.ts";
import type { Customer, Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { trialSettings } from "../checkout/params.ts";
import { customerById } from "../customers.ts";
import { changeParams, recurringPrice, wantedChange } from "./change.ts";

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

/** @throws resource_missing */
export function subscriptionById(world: World, id: string): Subscription {
  const subscription = world.store.find("subscription", id);
  if (!subscription) throw noSuch("subscription", id);
  return subscription;
}

type Details = { comment?: string | undefined; feedback?: string | undefined };

const update = {
  ...changeParams,
  cancel_at_period_end: bool.optional(),
  cancellation_details: detailsParams,
  default_payment_method: text().optional(),
  metadata: metadata.optional(),
  off_session: bool.optional(),
  payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).optional(),
};

type Update = z.output<z.ZodObject<typeof update>>;

const alwaysChangeable = ["cancellation_details", "metadata"];

const creation = {
  customer: text(),
  default_payment_method: text().optional(),
  description: text(500).optional(),
  items: listOf(z.strictObject({ price: text(), quantity: integer(1, 999_999).optional() }), 1),
  metadata: metadata.optional(),
  off_session: bool.optional(),
  payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).optional(),
  trial_period_days: integer(1, 730).optional(),
  trial_settings: trialSettings.optional(),
};

/** Subscriptions: create, read, list by customer, change plan, cancel at period end or now. */
export const subscriptions = [
  endpoint("get", "/v1/subscriptions/:id", {}, (world, { id }) => subscriptionById(world, id)),
  endpoint(
    "get",
    "/v1/subscriptions",
    {
      ...pagingByTime,
      customer: text().optional(),
      price: text().optional(),
      status: z.enum(statusFilters).optional(),
    },
    (world, { params }) =>
      listPage(world, "subscription", {
        url: "/v1/subscriptions",
        params,
        where: { customer: params.customer },
        keep: ({ status, items }) =>
          (params.price === undefined || items.data[0]?.price.id === params.price) &&
          (params.status === "all" ||
            (params.status === "ended" && status === "canceled") ||
            (params.status === undefined ? status !== "canceled" : status === params.status)),
      }),
  ),
  endpoint("post", "/v1/subscriptions", creation, (world, { params }) =>
    createSubscription(world, params),
  ),
  endpoint("post", "/v1/subscriptions/:id", update, (world, { id, params }) =>
    updateSubscription(world, subscriptionById(world, id), params),
  ),
  endpoint(
    "delete",
    "/v1/subscriptions/:id",
    { cancellation_details: detailsParams, invoice_now: bool.optional(), prorate: bool.optional() },
    (world, { id, params }) => {
      const current = subscriptionById(world, id);
      if (current.status === "canceled") throw noSuch("subscription", id);
      if (params.invoice_now === true || params.prorate === true)
        throw stripeError(
          400,
          "The sandbox cancels without proration and without a final invoice.",
        );
      const { comment, feedback } = detailsOf(current, params.cancellation_details, null);
      return cancelNow(world, current, { comment, feedback, reason: "cancellation_requested" });
    },
  ),
];

function createSubscription(world: World, params: z.output<z.ZodObject<typeof creation>>) {
  const customer = customerById(world, params.customer, "customer");
  const [item] = params.items;
  const behavior = params.trial_settings?.end_behavior.missing_payment_method;
  const wanted = {
    customer,
    price: recurringPrice(world, item?.price ?? ""),
    quantity: item?.quantity ?? 1,
    trialDays: params.trial_period_days ?? 0,
    missingPaymentMethod: behavior ?? ("create_invoice" as const),
    method: methodFor(world, customer, params.default_payment_method),
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
  };
  const mustPay = params.payment_behavior === "error_if_incomplete";
  return startUnattended(world, wanted, { mustPay });
}

function updateSubscription(world: World, current: Subscription, params: Update) {
  checkChangeable(current, params);
  const cancels = params.cancel_at_period_end ?? current.cancel_at_period_end;
  const reason = cancels ? ("cancellation_requested" as const) : null;
  const patch = {
    ...cancellationPatch(world, current, params.cancel_at_period_end),
    ...methodOf(world, current, params.default_payment_method),
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
  current: Subscription,
  details: Details | undefined,
  reason: "cancellation_requested" | null,
) {
  return {
    comment: details?.comment ?? current.cancellation_details?.comment ?? null,
    feedback: details?.feedback ?? current.cancellation_details?.feedback ?? null,
    feedback_option: null,
    reason,
  };
}

function methodFor(world: World, customer: Customer, wanted: string | undefined) {
  const id = wanted ?? customer.invoice_settings.default_payment_method;
  const found = id === null ? undefined : world.store.find("payment_method", id);
  if (found?.customer === customer.id) return found;
  if (wanted !== undefined) throw noSuch("payment method", wanted, "default_payment_method");
  return null;
}

function checkChangeable({ status }: Subscription, params: Update) {
  const changes = Object.entries(params).filter(([, value]) => value !== undefined);
  if (status !== "canceled" || changes.every(([name]) => alwaysChangeable.includes(name))) return;
  throw stripeError(
    400,
    "A canceled subscription can only update its cancellation_details and metadata.",
  );
}

function methodOf(world: World, current: Subscription, id: string | undefined) {
  if (id === undefined) return {};
  if (world.store.find("payment_method", id)?.customer !== current.customer)
    throw noSuch("payment method", id, "default_payment_method");
  return { default_payment_method: id };
}
