import type { Stripe } from "stripe";
import { paymentStatus } from "../domain/payment.ts";
import type { ProviderSession } from "../domain/provider.ts";
import type { Clock, Payments } from "../use-cases/ports.ts";
import { findPayment } from "./stripe-payment.ts";
import { idOf, toSnapshot } from "./stripe-snapshot.ts";

type Request = Parameters<Payments["openSession"]>[0];

/**
 * Parameters of a hosted checkout. A trial is a subscription with `trial_period_days` (never `trial_end`) whose
 * card is always asked for; lifetime is a single payment with an invoice.
 */
export const sessionParams = (
  { checkoutId, userId, plan, priceId, customerId, email }: Request,
  { success, cancel }: { success: string; cancel: string },
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { checkoutId, plan: plan.id, ...(userId && { userId }) };
  const common = {
    client_reference_id: checkoutId,
    ...(customerId && { customer: customerId }),
    ...(!customerId && email && { customer_email: email }),
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: success,
    cancel_url: cancel,
    metadata,
  };
  if (plan.interval === "once")
    return {
      ...common,
      mode: "payment",
      ...(!customerId && { customer_creation: "always" }),
      payment_intent_data: { metadata },
      invoice_creation: { enabled: true },
    };
  return {
    ...common,
    mode: "subscription",
    payment_method_collection: "always",
    subscription_data: {
      metadata,
      ...(plan.trialDays > 0 && {
        trial_period_days: plan.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
      }),
    },
  };
};

/** A customer's sessions that can still be paid. */
export const openPages = async (stripe: Stripe, customer: string) => {
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  return data.map(({ id: sessionId, client_reference_id: checkoutId }) => ({
    sessionId,
    ...(checkoutId && { checkoutId }),
  }));
};

const fingerprintOf = (subscription: Stripe.Subscription | undefined): string | undefined => {
  const method = subscription?.default_payment_method;
  return typeof method === "object" ? (method?.card?.fingerprint ?? undefined) : undefined;
};

/** A Stripe session in our terms; its subscription must have been expanded. */
const toSession = (session: Stripe.Checkout.Session, fetchedAt: Date): ProviderSession => {
  const { subscription } = session;
  const bought = subscription && typeof subscription === "object" ? subscription : undefined;
  const cardFingerprint = fingerprintOf(bought);
  const customerId = idOf(session.customer);
  const userId = session.metadata?.["userId"];
  const paymentId = idOf(session.payment_intent);
  const invoiceId = idOf(session.invoice);
  return {
    id: session.id,
    isComplete: session.status === "complete",
    isPaid: session.payment_status !== "unpaid",
    createdAt: new Date(session.created * 1_000),
    ...(session.client_reference_id && { checkoutId: session.client_reference_id }),
    ...(userId && { userId }),
    ...(customerId && { customerId }),
    ...(bought && { subscription: toSnapshot(bought, fetchedAt) }),
    ...(cardFingerprint && { cardFingerprint }),
    ...(paymentId && { paymentId }),
    ...(invoiceId && { invoiceId }),
  };
};

type Intent = Stripe.Checkout.Session["payment_intent"];

/** The charge, which must have been expanded, tells of a dispute, and not that it was won: only then is more asked. */
const isTakenBack = async (stripe: Stripe, intent: Intent, clock: Clock): Promise<boolean> => {
  if (!intent || typeof intent !== "object") return false;
  const { id, latest_charge: charge } = intent;
  if (!charge || typeof charge !== "object" || !(charge.refunded || charge.disputed)) return false;
  return paymentStatus(await findPayment(stripe, id, clock)) !== "succeeded";
};

const expand = [
  "subscription.default_payment_method",
  "subscription.latest_invoice",
  "payment_intent.latest_charge",
];

/** What Stripe holds of one session now, and whether what was paid once for all has gone back. */
export const findSession = async (
  stripe: Stripe,
  sessionId: string,
  clock: Clock,
): Promise<ProviderSession> => {
  const fetchedAt = clock.now();
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand });
  const wentBack = await isTakenBack(stripe, session.payment_intent, clock);
  return { ...toSession(session, fetchedAt), ...(wentBack && { isTakenBack: true }) };
};
