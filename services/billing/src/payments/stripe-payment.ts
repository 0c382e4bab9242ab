import type { Stripe } from "stripe";
import type { Dispute, ProviderPayment } from "../domain/payment.ts";
import type { Clock } from "../use-cases/ports.ts";
import { idOf } from "./stripe-snapshot.ts";

const toDate = (seconds: number) => new Date(seconds * 1_000);

/** What a bank only asks about has not been taken back. */
const openStatuses = new Set<string>(["needs_response", "under_review"]);

/** Where several disputes are about one payment, the worst counts. */
const disputeOf = async (stripe: Stripe, paymentId: string): Promise<Dispute> => {
  const { data } = await stripe.disputes.list({ payment_intent: paymentId, limit: 100 });
  if (data.some(({ status }) => status === "lost")) return "lost";
  if (data.some(({ status }) => openStatuses.has(status))) return "open";
  return data.some(({ status }) => status === "won") ? "won" : "none";
};

/** The bill that a payment belongs to, if any. */
const invoiceOf = async (
  stripe: Stripe,
  paymentId: string,
): Promise<Stripe.Invoice | undefined> => {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: paymentId },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  return typeof invoice === "object" && !("deleted" in invoice) ? invoice : undefined;
};

const attemptsOf = (invoice: Stripe.Invoice | undefined, isPaid: boolean) => ({
  failedAttempts: Math.max(0, (invoice?.attempt_count ?? 0) - (isPaid ? 1 : 0)),
  ...(!isPaid &&
    invoice?.next_payment_attempt && { nextAttemptAt: toDate(invoice.next_payment_attempt) }),
});

/** What Stripe holds of one payment now: the intent, its charge, its bill and any dispute. */
export const findPayment = async (
  stripe: Stripe,
  paymentId: string,
  clock: Clock,
): Promise<ProviderPayment> => {
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
    ...attemptsOf(invoice, isPaid),
    ...(isPaid && charge && { paidAt: toDate(charge.created) }),
    ...(subscriptionId && { subscriptionId }),
    ...(checkoutId && { checkoutId }),
  };
};

/** The subscription and the payments of a bill. */
export const findInvoice = async (stripe: Stripe, invoiceId: string) => {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ["payments"] });
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const paymentIds = (invoice.payments?.data ?? []).flatMap(({ payment }) => {
    const id = idOf(payment.payment_intent);
    return id ? [id] : [];
  });
  return { paymentIds, ...(subscriptionId && { subscriptionId }) };
};

/** Ids of the bills that were made since then and were paid or tried. */
export async function* invoicesSince(stripe: Stripe, since: Date) {
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  for await (const { id, attempted } of stripe.invoices.list({ created, limit: 100 }))
    if (id && attempted) yield id;
}
