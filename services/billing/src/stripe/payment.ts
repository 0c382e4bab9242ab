import type { Stripe } from "stripe";
import type { Dispute, ProviderPayment } from "../domain/payment/payment.ts";
import type { Invoice } from "../use-cases/payment-provider.ts";
import type { Clock } from "@orbline/kit/clock";
import { rowsOf } from "./errors.ts";
import { idOf, toDate } from "./snapshot.ts";

/** A bank's inquiries (`warning_*`) are not disputes. */
const openStatuses = new Set<string>(["needs_response", "under_review"]);

/** The current state of a payment at Stripe: the intent, its charge, its invoice and any dispute. */
export async function findPayment(
  stripe: Stripe,
  paymentId: string,
  clock: Clock,
): Promise<ProviderPayment> {
  const fetchedAt = clock.now();
  const intent = await stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] });
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : undefined;
  const invoice = await invoiceOf(stripe, paymentId);
  const details = invoice?.parent?.subscription_details;
  const subscriptionId = idOf(details?.subscription);
  const checkoutId = intent.metadata["checkoutId"] ?? details?.metadata?.["checkoutId"];
  const isPaid = intent.status === "succeeded";
  return {
    id: intent.id,
    amountCents: intent.amount,
    refundedCents: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    isPaid,
    dispute: charge?.disputed ? await disputeOf(stripe, paymentId) : "none",
    createdAt: toDate(intent.created),
    fetchedAt,
    failedAttempts: Math.max(0, (invoice?.attempt_count ?? 0) - (isPaid ? 1 : 0)),
    nextAttemptAt: isPaid ? undefined : retryOf(invoice),
    paidAt: isPaid ? toDate(charge?.created) : undefined,
    subscriptionId,
    checkoutId,
  };
}

/** The subscription and the payments of an invoice. */
export async function findInvoice(stripe: Stripe, invoiceId: string) {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ["payments"] });
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  return { paymentIds: paymentIdsOf(invoice), subscriptionId };
}

function paymentIdsOf({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
}

/** Ids of the payments charged since then, also without success. A retry is a charge of its own. */
export const chargedSince = (stripe: Stripe, since: Date) => paymentsOf([stripe.charges], since);

/** Ids of the payments refunded or disputed since then. */
export const reversedSince = (stripe: Stripe, since: Date) =>
  paymentsOf([stripe.refunds, stripe.disputes], since);

/** Ids of the payments of the objects that were created since then. */
async function* paymentsOf(
  lists: (Stripe["charges"] | Stripe["refunds"] | Stripe["disputes"])[],
  since: Date,
) {
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  for (const list of lists)
    for await (const { payment_intent: payment } of list.list({ created, limit: 100 })) {
      const id = idOf(payment);
      if (id) yield id;
    }
}

/** A customer's invoices, newest first, at most 100; none of a customer that Stripe does not know. */
export async function listInvoices(stripe: Stripe, customerId: string): Promise<Invoice[]> {
  const found = stripe.invoices.list({
    customer: customerId,
    limit: 100,
    expand: ["data.payments"],
  });
  return (await rowsOf(found)).map(toInvoice);
}

/** The worst of several disputes of one payment counts. */
async function disputeOf(stripe: Stripe, paymentId: string): Promise<Dispute> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentId, limit: 100 });
  if (data.some(({ status }) => status === "lost")) return "lost";
  if (data.some(({ status }) => openStatuses.has(status))) return "open";
  return data.some(({ status }) => status === "won") ? "won" : "none";
}

/** The invoice of a payment, if any. */
async function invoiceOf(stripe: Stripe, paymentId: string): Promise<Stripe.Invoice | undefined> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: paymentId },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  return typeof invoice === "object" && !("deleted" in invoice) ? invoice : undefined;
}

function toInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id ?? "",
    number: invoice.number,
    status: (invoice.status ?? "draft") as Invoice["status"],
    createdAt: toDate(invoice.created),
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    paymentIds: paymentIdsOf(invoice),
    currency: invoice.currency,
    pageUrl: invoice.hosted_invoice_url ?? null,
    nextAttemptAt: retryOf(invoice),
  };
}

/** The next attempt of an open invoice; for a draft Stripe sends the date of its first one. */
function retryOf(invoice: Stripe.Invoice | undefined): Date | undefined {
  return invoice?.status === "open" ? toDate(invoice.next_payment_attempt) : undefined;
}
