import type { Endpoint } from "../http/endpoint.ts";
import { account } from "./account.ts";
import { charges } from "./payment/charges.ts";
import { checkoutSessions } from "./checkout/sessions.ts";
import { customers } from "./customers.ts";
import { disputes } from "./payment/disputes.ts";
import { events } from "./events.ts";
import { invoicePayments } from "./subscription/invoice-payments.ts";
import { invoices } from "./subscription/invoices.ts";
import { paymentIntents } from "./payment/intents.ts";
import { paymentMethods } from "./payment/methods.ts";
import { portalSessions } from "./portal-sessions.ts";
import { prices } from "./prices.ts";
import { refunds } from "./payment/refunds.ts";
import { subscriptions } from "./subscription/subscriptions.ts";
import { testClocks } from "./test-clocks.ts";

export const allEndpoints: Endpoint[] = [
  ...account,
  ...charges,
  ...checkoutSessions,
  ...customers,
  ...disputes,
  ...events,
  ...invoicePayments,
  ...invoices,
  ...paymentIntents,
  ...paymentMethods,
  ...portalSessions,
  ...prices,
  ...refunds,
  ...subscriptions,
  ...testClocks,
];
