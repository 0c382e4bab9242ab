import type { Stripe } from "stripe";
import type { Invoice } from "../domain/provider.ts";

const toInvoice = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id ?? "",
  number: invoice.number,
  status: (invoice.status ?? "draft") as Invoice["status"],
  createdAt: new Date(invoice.created * 1_000),
  totalCents: invoice.total,
  paidCents: invoice.amount_paid,
  currency: invoice.currency,
  pageUrl: invoice.hosted_invoice_url ?? null,
  ...(invoice.next_payment_attempt && {
    nextAttemptAt: new Date(invoice.next_payment_attempt * 1_000),
  }),
});

/** A customer's invoices, newest first, at most 100. */
export const listInvoices = async (stripe: Stripe, customerId: string): Promise<Invoice[]> => {
  const { data } = await stripe.invoices.list({ customer: customerId, limit: 100 });
  return data.map(toInvoice);
};
