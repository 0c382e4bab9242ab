import { z } from "zod";
import {
  type Endpoint,
  byId,
  checkFilters,
  endpoint,
  list,
  listPage,
  pagingByTime,
  retrieve,
} from "../http/endpoint.ts";
import { bool, listOf, text, url } from "../http/params.ts";
import type { Event } from "../objects/types.ts";
import { create, type World } from "../state/world.ts";
import { accountSettings } from "./account-settings.ts";
import { catalog } from "./catalog.ts";
import { checkoutSessions } from "./checkout-sessions.ts";
import { customers } from "./customers.ts";
import { invoices } from "./invoices.ts";
import { refundsAndDisputes } from "./refunds-and-disputes.ts";
import { subscriptions } from "./subscriptions.ts";
import { testClocks } from "./test-clocks.ts";

const eventFilters = {
  delivery_success: bool.optional(),
  type: text().optional(),
  types: listOf(text(), 20).optional(),
};

const invoicePaymentFilters = {
  invoice: text().optional(),
  payment: z
    .strictObject({ type: z.enum(["payment_intent"]), payment_intent: text().optional() })
    .optional(),
  status: z.enum(["canceled", "open", "paid"]).optional(),
};

/** Every API call. Resources with rules of their own have a file. */
export const allEndpoints: Endpoint[] = [
  ...accountSettings,
  ...catalog,
  ...checkoutSessions,
  ...customers,
  ...invoices,
  ...refundsAndDisputes,
  ...subscriptions,
  ...testClocks,
  retrieve("charge", "/v1/charges"),
  list("charge", "/v1/charges", { customer: "customer", payment_intent: "payment_intent" }, {}),
  retrieve("balance_transaction", "/v1/balance_transactions"),
  retrieve("payment_intent", "/v1/payment_intents"),
  retrieve("setup_intent", "/v1/setup_intents"),
  retrieve("invoice_payment", "/v1/invoice_payments"),
  endpoint(
    "GET /v1/invoice_payments",
    { ...pagingByTime, ...invoicePaymentFilters },
    (world, { params }) => {
      const { invoice, payment, status } = params;
      checkFilters(world, { invoice });
      const where = { invoice, "payment.payment_intent": payment?.payment_intent, status };
      return listPage(world, "invoice_payment", "/v1/invoice_payments", params, { where });
    },
  ),
  endpoint("GET /v1/events/:id", {}, (world, { id }) =>
    withPending(world, byId(world, "event", id)),
  ),
  endpoint("GET /v1/events", { ...pagingByTime, ...eventFilters }, (world, { params }) => {
    const { delivery_success: delivered, type, types = [type ?? "*"] } = params;
    const page = listPage(world, "event", "/v1/events", params, {
      keep: (event) =>
        types.some((wanted) => typeMatches(event.type, wanted)) &&
        (delivered === undefined || (world.deliveries.delivered(event.id) ?? true) === delivered),
    });
    return { ...page, data: page.data.map((event) => withPending(world, event)) };
  }),
  endpoint(
    "POST /v1/billing_portal/sessions",
    { customer: text(), return_url: url.optional() },
    (world, { params }) => {
      const customer = byId(world, "customer", params.customer, "customer").id;
      const return_url = params.return_url ?? null;
      const created = "billing_portal.session.created";
      return create(world, "billing_portal.session", { customer, return_url }, created);
    },
  ),
];

function withPending(world: World, event: Event): Event {
  return { ...event, pending_webhooks: world.deliveries.delivered(event.id) === false ? 1 : 0 };
}

function typeMatches(type: string, wanted: string) {
  return wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
