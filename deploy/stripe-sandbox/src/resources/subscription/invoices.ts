import { z } from "zod";
import {
  requiresAuthentication,
  collectInvoice,
  finalizeDraft,
} from "../../billing/subscription/dunning.ts";
import { previewPlan } from "../../billing/subscription/update-plan.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listPage, pagingByTime } from "../../http/lists.ts";
import { bool, text } from "../../http/params.ts";
import { noSuch, stripeError } from "../../http/stripe-error.ts";
import type { World } from "../../state/world.ts";
import { changeParams, wantedChange } from "./change.ts";
import { subscriptionById } from "./subscriptions.ts";

const subscriptionParams = "parent.subscription_details.subscription";

const preview = {
  customer: text().optional(),
  preview_mode: z.enum(["next"]).optional(),
  subscription: text(),
  subscription_details: z
    .strictObject({ ...changeParams, cancel_at_period_end: bool.optional() })
    .optional(),
};

/** Invoices: read, list, pay, preview a change of plan. */
export const invoices = [
  endpoint("get", "/v1/invoices/:id", {}, (world, { id }) => invoiceById(world, id)),
  endpoint("post", "/v1/invoices/create_preview", preview, (world, { params }) =>
    previewOf(world, params),
  ),
  endpoint("post", "/v1/invoices/:id/pay", {}, (world, { id }) => payNow(world, id)),
  endpoint(
    "get",
    "/v1/invoices",
    {
      ...pagingByTime,
      customer: text().optional(),
      status: text().optional(),
      subscription: text().optional(),
    },
    (world, { params }) =>
      listPage(world, "invoice", {
        url: "/v1/invoices",
        params,
        where: { customer: params.customer, [subscriptionParams]: params.subscription },
        keep: ({ status }) => params.status === undefined || status === params.status,
      }),
  ),
];

function invoiceById(world: World, id: string) {
  const invoice = world.store.find("invoice", id);
  if (!invoice) throw noSuch("invoice", id, "invoice");
  return invoice;
}

function previewOf(world: World, params: z.output<z.ZodObject<typeof preview>>) {
  const current = subscriptionById(world, params.subscription);
  if (params.customer !== undefined && params.customer !== current.customer)
    throw noSuch("subscription", params.subscription, "subscription");
  const wanted = wantedChange(world, current, params.subscription_details ?? {});
  const ends = params.subscription_details?.cancel_at_period_end ?? current.cancel_at_period_end;
  if (current.status === "canceled" || (ends && !wanted))
    throw stripeError(404, `No upcoming invoices for customer: '${current.customer}'`, {
      code: "invoice_upcoming_none",
    });
  return previewPlan(world, current, wanted);
}

function payNow(world: World, id: string) {
  const invoice = invoiceById(world, id);
  if (invoice.status === "paid")
    throw stripeError(400, "Invoice is already paid", { code: "invoice_already_paid" });
  if (invoice.status !== "open" && invoice.status !== "draft")
    throw stripeError(400, `Invoice ${id} cannot be paid: it is ${invoice.status}.`);
  world.timers.cancel("invoice.finalize", id);
  const needsAction = requiresAuthentication(world, invoice);
  const tried =
    invoice.status === "draft"
      ? finalizeDraft(world, invoice)
      : collectInvoice(world, invoice, { byHand: true, authenticated: false });
  if (tried.status === "paid") return tried;
  throw stripeError(
    402,
    needsAction
      ? "This payment requires authentication by the cardholder."
      : "Your card was declined.",
    {
      type: "card_error",
      code: needsAction ? "invoice_payment_intent_requires_action" : "card_declined",
      keeps: true,
    },
  );
}
