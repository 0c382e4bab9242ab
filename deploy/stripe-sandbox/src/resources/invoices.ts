import { z } from "zod";
import { collectInvoice, finalizeDraft, paymentRefusal, writeOff } from "../billing/dunning.ts";
import { endsWithPeriod, voidInvoice } from "../billing/cancel.ts";
import { openInvoice } from "../billing/invoices.ts";
import { itemOf } from "../billing/periods.ts";
import { previewPlan } from "../billing/plan-change.ts";
import { byId, endpoint, list, pageOf, paging, retrieve } from "../http/endpoint.ts";
import { bool, text } from "../http/params.ts";
import { noSuch, refusal } from "../http/stripe-error.ts";
import type { Invoice } from "../objects/types.ts";
import type { World } from "../state/world.ts";
import { changeParams, endParams, wantedChange } from "./plan-change.ts";

const previewParams = {
  customer: text().optional(),
  preview_mode: z.enum(["next"]).optional(),
  subscription: text(),
  subscription_details: z.strictObject({ ...changeParams, ...endParams }).optional(),
};

const statuses = z.enum(["draft", "open", "paid", "uncollectible", "void"]);

const filters = {
  customer: "customer",
  subscription: "parent.subscription_details.subscription",
};

/** Invoices and their items: read, list, finalize, pay, void, preview a change of plan. */
export const invoices = [
  retrieve("invoice", "/v1/invoices"),
  list(
    "invoice",
    "/v1/invoices",
    filters,
    { status: statuses.optional() },
    ({ status }, wanted) => wanted.status === undefined || status === wanted.status,
  ),
  endpoint("GET /v1/invoices/:id/lines", paging, (world, { id, params }) =>
    pageOf(byId(world, "invoice", id).lines.data, `/v1/invoices/${id}/lines`, params),
  ),
  retrieve("invoiceitem", "/v1/invoiceitems"),
  list(
    "invoiceitem",
    "/v1/invoiceitems",
    { customer: "customer", invoice: "invoice" },
    { pending: bool.optional() },
    ({ invoice }, { pending }) => pending === undefined || pending === (invoice === null),
  ),
  endpoint("POST /v1/invoices/create_preview", previewParams, (world, { params }) => {
    const { subscription, subscription_details: details = {} } = params;
    const current = byId(world, "subscription", subscription, "subscription");
    if (params.customer !== undefined && params.customer !== current.customer)
      throw noSuch("subscription", subscription, "subscription", 400);
    const wanted = wantedChange(world, current, details);
    const { cancel_at: at = current.cancel_at, cancel_at_period_end: flag } = details;
    const end = typeof at === "string" ? itemOf(current).current_period_end : at;
    const ends = flag ?? endsWithPeriod({ ...current, cancel_at: end });
    if (current.status === "canceled" || (ends && !wanted))
      throw refusal("invoice_upcoming_none", { customer: current.customer });
    return previewPlan(world, current, wanted);
  }),
  endpoint("POST /v1/invoices/:id/pay", {}, (world, { id }) => payNow(world, id)),
  endpoint(
    "POST /v1/invoices/:id/finalize",
    { auto_advance: bool.optional() },
    (world, { id, params }) => finalizeNow(world, id, params.auto_advance),
  ),
  endpoint("POST /v1/invoices/:id/void", {}, (world, { id }) => {
    const invoice = byId(world, "invoice", id);
    if (!isFinalized(invoice)) throw refusal("invoice_not_open");
    return voidInvoice(world, invoice);
  }),
  endpoint("POST /v1/invoices/:id/mark_uncollectible", {}, (world, { id }) => {
    const invoice = byId(world, "invoice", id);
    if (invoice.status !== "open") throw refusal("invoice_not_open");
    return writeOff(world, invoice);
  }),
];

/** Whether an invoice is finalized and can still be paid, also after it was written off. */
const isFinalized = ({ status }: Invoice) => status === "open" || status === "uncollectible";

/** Stripe marks an invoice as paid that it finalizes with nothing due. */
function finalizeNow(world: World, id: string, autoAdvance?: boolean) {
  const invoice = byId(world, "invoice", id);
  if (invoice.status !== "draft") throw refusal("invoice_not_draft");
  world.timers.cancel(id, "invoice.finalize");
  const open = openInvoice(world, invoice, autoAdvance);
  return open.amount_due > 0 && !open.auto_advance ? open : collectInvoice(world, open);
}

function payNow(world: World, id: string) {
  const invoice = byId(world, "invoice", id);
  if (invoice.status === "paid") throw refusal("invoice_already_paid");
  if (!isFinalized(invoice) && invoice.status !== "draft")
    throw refusal("invoice_not_payable", { id, status: invoice.status });
  world.timers.cancel(id, "invoice.finalize");
  const tried =
    invoice.status === "draft"
      ? finalizeDraft(world, invoice)
      : collectInvoice(world, invoice, { byHand: true, authenticated: false });
  if (tried.status === "paid") return tried;
  throw paymentRefusal(world, tried, "authentication_required", true);
}
