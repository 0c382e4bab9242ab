import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";
import type { ChangePreview, PriceChange } from "../use-cases/payment-provider.ts";
import { renewing } from "./subscription.ts";

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);

const isNoProration = ({ status }: Stripe.Subscription) => status === "trialing";

/** Calculates at Stripe what another price costs now. Changes nothing. */
export async function previewChange(stripe: Stripe, change: PriceChange): Promise<ChangePreview> {
  const subscription = await findPaid(stripe, change.subscriptionId);
  const invoice = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: itemOf(subscription), price: change.priceId }],
      ...prorationOf(subscription, change),
      ...renewing(subscription),
    },
  });
  return toPreview(invoice, subscription);
}

/** Changes a subscription's price at once if the payment succeeds. Safe to repeat. */
export async function changePlan(stripe: Stripe, change: PriceChange): Promise<void> {
  const subscription = await findPaid(stripe, change.subscriptionId);
  if (subscription.items.data[0]?.price.id === change.priceId) return;
  try {
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription), price: change.priceId }],
      ...prorationOf(subscription, change),
      payment_behavior: "error_if_incomplete",
      ...renewing(subscription),
    });
  } catch (error) {
    if (!isDeclined(error)) throw error;
    const text = "Your card was declined, so your plan is unchanged. Please enter another card.";
    throw new AppError("conflict", "payment.declined", text, { cause: error });
  }
}

/**
 * A subscription whose period is paid. Stripe would credit the rest of an unpaid one too, also when its invoice was written
 * off or voided. @throws conflict
 */
async function findPaid(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  const { latest_invoice: invoice } = subscription;
  const isPaid = typeof invoice !== "object" || invoice === null || invoice.status === "paid";
  if (isPaid) return subscription;
  const text = "Your last invoice is not paid yet. Please try again later.";
  throw new AppError("conflict", "subscription.unpaid", text);
}

function itemOf({ items }: Stripe.Subscription): string {
  const [item] = items.data;
  if (item) return item.id;
  throw new AppError("internal", "payments.no-item", "a subscription without an item");
}

/** A trial continues with the new price without proration, because Stripe refuses a date before the period. */
function prorationOf(subscription: Stripe.Subscription, { prorationAt }: PriceChange) {
  const start = subscription.items.data[0]?.current_period_start ?? 0;
  const at = Math.max(start, seconds(prorationAt));
  return { proration_behavior: "always_invoice", proration_date: at } as const;
}

/** The amount due now, the value of the unused rest, and the renewal date. */
function toPreview(invoice: Stripe.Invoice, subscription: Stripe.Subscription): ChangePreview {
  const lines = invoice.lines.data;
  const credit = lines.reduce((sum, { amount }) => sum - Math.min(0, amount), 0);
  const due = lines.reduce((sum, { amount }) => sum + amount, 0);
  const ends = lines.filter(({ amount }) => amount > 0).map(({ period }) => period.end);
  const trialEnd = subscription.items.data[0]?.current_period_end ?? 0;
  return {
    currency: invoice.currency,
    dueNowCents: isNoProration(subscription) ? 0 : Math.max(0, invoice.amount_due),
    creditCents: isNoProration(subscription) ? 0 : credit,
    creditLeftCents: isNoProration(subscription) ? 0 : Math.max(0, -due),
    renewsAt: new Date((isNoProration(subscription) ? trialEnd : Math.max(...ends, 0)) * 1_000),
  };
}

/** The card was declined, or its owner has to confirm the payment. The plan stays unchanged. */
function isDeclined(error: unknown) {
  return (
    error instanceof Stripe.errors.StripeCardError ||
    (error instanceof Stripe.errors.StripeError && error.statusCode === 402)
  );
}
