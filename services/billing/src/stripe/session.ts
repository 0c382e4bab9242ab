import { Stripe } from "stripe";
import { compact } from "../domain/compact.ts";
import { paymentStatus } from "../domain/payment/payment.ts";
import type { CheckoutSession, SessionRequest } from "../use-cases/payment-provider.ts";
import type { Clock } from "@orbline/kit/clock";
import { rowsOf } from "./errors.ts";
import { findPayment } from "./payment.ts";
import { idOf, toDate, toSnapshot } from "./snapshot.ts";
import { firstFailure } from "./subscription.ts";

type Intent = Stripe.Checkout.Session["payment_intent"];

const expand = [
  "subscription.default_payment_method",
  "subscription.latest_invoice",
  "payment_intent.latest_charge",
];

/**
 * Parameters of a hosted checkout. It accepts cards alone: only a card shows whether it had a trial, and other methods may
 * take days to pay. A trial is a subscription with `trial_period_days` (never `trial_end`) and always requires a card.
 * Lifetime is a single payment with an invoice.
 */
export function sessionParams(
  { checkoutId, userId, plan, priceId, customerId, email }: SessionRequest,
  { success, cancel }: { success: string; cancel: string },
): Stripe.Checkout.SessionCreateParams {
  const metadata = compact({ checkoutId, plan: plan.id, userId });
  const common = compact({
    client_reference_id: checkoutId,
    customer: customerId,
    customer_email: customerId ? undefined : email,
    line_items: [{ price: priceId, quantity: 1 }],
    allowed_payment_method_types: ["card" as const],
    success_url: success,
    cancel_url: cancel,
    metadata,
  });
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
}

/** A customer's sessions that can still be paid; none of a customer that Stripe does not know. */
export async function openSessions(stripe: Stripe, customer: string) {
  const found = stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  return (await rowsOf(found)).map(({ id: sessionId, metadata }) => ({
    sessionId,
    checkoutId: metadata?.["checkoutId"],
  }));
}

/**
 * Expires an open session, and tells whether it was paid. Stripe refuses to expire a session that a second request has
 * expired or that the buyer has paid since the first look, so a refusal leads to a second look.
 */
export async function closeSession(
  stripe: Stripe,
  sessionId: string,
): Promise<"closed" | "complete"> {
  const { sessions } = stripe.checkout;
  const { status } = await sessions.retrieve(sessionId);
  if (status !== "open") return status === "complete" ? "complete" : "closed";
  try {
    await sessions.expire(sessionId);
    return "closed";
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const now = await sessions.retrieve(sessionId);
    if (now.status === "open") throw error;
    return now.status === "complete" ? "complete" : "closed";
  }
}

/** A session, and whether its single payment was reversed. */
export async function findSession(
  stripe: Stripe,
  sessionId: string,
  clock: Clock,
): Promise<CheckoutSession> {
  const fetchedAt = clock.now();
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand });
  const reversed = await isReversed(stripe, session.payment_intent, clock);
  const bought = boughtBy(session);
  const failedAt = bought && (await firstFailure(stripe, bought));
  const subscription = bought && toSnapshot(bought, fetchedAt, failedAt);
  return { ...toSession(session), subscription, isReversed: reversed };
}

/** The subscription of a session, which must be expanded. */
function boughtBy({ subscription }: Stripe.Checkout.Session): Stripe.Subscription | undefined {
  return subscription && typeof subscription === "object" ? subscription : undefined;
}

function fingerprintOf(subscription: Stripe.Subscription | undefined): string | undefined {
  const method = subscription?.default_payment_method;
  return typeof method === "object" ? (method?.card?.fingerprint ?? undefined) : undefined;
}

/**
 * A Stripe session in our terms. Our checkout is in the metadata, because a payment link of the same account takes
 * `client_reference_id` from its address, where a buyer can write any checkout.
 */
function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    id: session.id,
    isComplete: session.status === "complete",
    isPaid: session.payment_status !== "unpaid",
    createdAt: toDate(session.created),
    checkoutId: session.metadata?.["checkoutId"],
    userId: session.metadata?.["userId"],
    customerId: idOf(session.customer),
    cardFingerprint: fingerprintOf(boughtBy(session)),
    paymentId: idOf(session.payment_intent),
    invoiceId: idOf(boughtBy(session)?.latest_invoice),
  };
}

/** The expanded charge shows a dispute but not whether it was won, so the payment is fetched. */
async function isReversed(stripe: Stripe, intent: Intent, clock: Clock): Promise<boolean> {
  if (!intent || typeof intent !== "object") return false;
  const { id, latest_charge: charge } = intent;
  if (!charge || typeof charge !== "object" || !(charge.refunded || charge.disputed)) return false;
  return paymentStatus(await findPayment(stripe, id, clock)) !== "succeeded";
}
