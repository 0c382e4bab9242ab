import { collectInvoice, finalizeDraft } from "../billing/dunning.ts";
import { endpoint } from "../http/endpoint.ts";
import { listPage, pagingByTime } from "../http/lists.ts";
import { text } from "../http/params.ts";
import { noSuch, stripeError } from "../http/stripe-error.ts";
import type { World } from "../state/world.ts";

const SUBSCRIPTION = "parent.subscription_details.subscription";

const invoiceById = (world: World, id: string) => {
  const invoice = world.store.find("invoice", id);
  if (!invoice) throw noSuch("invoice", id, "invoice");
  return invoice;
};

const payNow = (world: World, id: string) => {
  const invoice = invoiceById(world, id);
  if (invoice.status === "paid")
    throw stripeError(400, "Invoice is already paid", { code: "invoice_already_paid" });
  world.timers.cancel("invoice.finalize", id);
  return invoice.status === "draft"
    ? finalizeDraft(world, invoice)
    : collectInvoice(world, invoice);
};

/** Invoices: read, list by customer, subscription and status, pay now. */
export const invoices = [
  endpoint("get", "/v1/invoices/:id", {}, (world, { id }) => invoiceById(world, id)),
  endpoint("post", "/v1/invoices/:id/pay", {}, (world, { id }) => {
    const invoice = payNow(world, id);
    return invoice;
  }),
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
        where: { customer: params.customer, [SUBSCRIPTION]: params.subscription },
        keep: ({ status }) => params.status === undefined || status === params.status,
      }),
  ),
];
