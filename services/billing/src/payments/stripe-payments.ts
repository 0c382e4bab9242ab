import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";
import type { ReturnPages } from "../domain/checkout.ts";
import type { Clock, Payments } from "../use-cases/ports.ts";
import { createCustomer, eraseCustomer, findCustomers, isDeleted } from "./stripe-customers.ts";
import { translateErrors, translatePages } from "./stripe-errors.ts";
import { listInvoices } from "./stripe-invoices.ts";
import { findInvoice, findPayment, invoicesSince } from "./stripe-payment.ts";
import { changePlan, previewChange } from "./stripe-plan-change.ts";
import { fetchPrices, priceFinder } from "./stripe-prices.ts";
import { cancelAndRefund, giveBack, refundPayment, stopNow } from "./stripe-refunds.ts";
import { resume, stopAtPeriodEnd } from "./stripe-renewal.ts";
import { findSession, openPages, sessionParams } from "./stripe-session.ts";
import { allSubscriptions, findSubscription } from "./stripe-subscriptions.ts";
import { readWebhook, undeliveredEvents } from "./stripe-webhook.ts";

/** Settings of the Stripe adapter; `apiBase` is set for the sandbox only. */
export type StripeSettings = {
  secretKey: string;
  apiBase?: string;
  /** One secret, or two while they are being rotated. */
  webhookSecrets: string[];
  /** Absolute return addresses; the success page carries the provider's session id. */
  returnUrls: Record<ReturnPages, { success: string; cancel: string }>;
  /** Where the provider's portal leads back to. */
  portalReturnUrl: string;
};

const connect = ({ secretKey, apiBase }: StripeSettings): Stripe => {
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    apiVersion: "2026-10-28.endive",
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      ...(base.port && { port: Number(base.port) }),
      protocol: base.protocol === "https:" ? "https" : "http",
    }),
  });
};

const modeOf = ({ secretKey, apiBase }: StripeSettings): Payments["mode"] => {
  if (apiBase) return "sandbox";
  return /^[a-z]+_test_/.test(secretKey) ? "test" : "live";
};

/** Payments by Stripe, or by the sandbox that speaks its API. */
export const stripePayments = ({
  settings,
  clock,
}: {
  settings: StripeSettings;
  clock: Clock;
}): Payments => {
  const stripe = connect(settings);
  const priceOf = priceFinder(stripe);
  return {
    mode: modeOf(settings),
    priceOf: (plan) => translateErrors(() => priceOf(plan)),
    findPrices: () => translateErrors(() => fetchPrices(stripe)),

    createCustomer: (buyer) => translateErrors(() => createCustomer(stripe, buyer, clock.now())),
    isDeleted: (customerId) => translateErrors(() => isDeleted(stripe, customerId)),
    findCustomers: (userId, since) => translateErrors(() => findCustomers(stripe, userId, since)),
    eraseCustomer: (customerId) => translateErrors(() => eraseCustomer(stripe, customerId)),

    openSession: (request) =>
      translateErrors(async () => {
        const session = await stripe.checkout.sessions.create(
          sessionParams(request, settings.returnUrls[request.returnPages]),
          { idempotencyKey: `checkout:${request.checkoutId}` },
        );
        if (!session.url)
          throw new AppError("bad-gateway", "payments.no-url", "No checkout URL returned");
        return { sessionId: session.id, url: session.url };
      }),

    closeSession: (sessionId) =>
      translateErrors(async () => {
        const { status } = await stripe.checkout.sessions.retrieve(sessionId);
        if (status === "complete") return "complete";
        if (status === "open") await stripe.checkout.sessions.expire(sessionId);
        return "closed";
      }),

    findOpenPages: (customerId) => translateErrors(() => openPages(stripe, customerId)),
    findSession: (sessionId) => translateErrors(() => findSession(stripe, sessionId, clock)),

    findSubscription: (subscriptionId) =>
      translateErrors(() => findSubscription(stripe, subscriptionId, clock)),
    findSubscriptions: () => translatePages(allSubscriptions(stripe, clock)),

    findPayment: (paymentId) => translateErrors(() => findPayment(stripe, paymentId, clock)),
    findInvoice: (invoiceId) => translateErrors(() => findInvoice(stripe, invoiceId)),
    findInvoicesSince: (since) => translatePages(invoicesSince(stripe, since)),
    giveBack: (refund) => translateErrors(() => giveBack(stripe, refund)),

    cancel: (subscriptionId) => translateErrors(() => stopNow(stripe, subscriptionId)),
    cancelAndRefund: (subscriptionId, isKept) =>
      translateErrors(() => cancelAndRefund(stripe, subscriptionId, isKept)),
    refund: (paymentId) => translateErrors(() => refundPayment(stripe, paymentId)),
    stopAtPeriodEnd: (subscriptionId) =>
      translateErrors(() => stopAtPeriodEnd(stripe, subscriptionId)),

    previewChange: (change) => translateErrors(() => previewChange(stripe, change)),
    changePlan: (change) => translateErrors(() => changePlan(stripe, change)),
    resume: (subscriptionId) => translateErrors(() => resume(stripe, subscriptionId)),
    openPortal: (customerId) =>
      translateErrors(async () => {
        const params = { customer: customerId, return_url: settings.portalReturnUrl };
        return (await stripe.billingPortal.sessions.create(params)).url;
      }),
    listInvoices: (customerId) => translateErrors(() => listInvoices(stripe, customerId)),

    findUndelivered: (since) => translatePages(undeliveredEvents(stripe, since)),
    readWebhook: readWebhook(stripe, settings.webhookSecrets),
  };
};
