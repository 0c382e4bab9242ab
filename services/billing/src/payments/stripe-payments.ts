import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";
import type { ReturnPages } from "../domain/checkout.ts";
import type { Clock, Payments } from "../use-cases/ports.ts";
import { translateErrors } from "./stripe-errors.ts";
import { priceFinder } from "./stripe-prices.ts";
import { cancelAndRefund, stopNow } from "./stripe-refunds.ts";
import { sessionParams } from "./stripe-session.ts";
import { idOf, toSnapshot } from "./stripe-snapshot.ts";
import { readWebhook } from "./stripe-webhook.ts";

/** Settings of the Stripe adapter; `apiBase` is set for the sandbox only. */
export type StripeSettings = {
  secretKey: string;
  apiBase?: string;
  /** One secret, or two while they are being rotated. */
  webhookSecrets: string[];
  /** Absolute return addresses; the success page carries the provider's session id. */
  returnUrls: Record<ReturnPages, { success: string; cancel: string }>;
};

const connect = ({ secretKey, apiBase }: StripeSettings): Stripe => {
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: Number(base.port),
      protocol: base.protocol === "https:" ? "https" : "http",
    }),
  });
};

const fingerprintOf = (subscription: Stripe.Subscription): string | undefined => {
  const method = subscription.default_payment_method;
  return typeof method === "object" ? (method?.card?.fingerprint ?? undefined) : undefined;
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
    priceOf: (plan) => translateErrors(() => priceOf(plan)),

    createCustomer: ({ userId, email }) =>
      translateErrors(async () => {
        const customer = await stripe.customers.create(
          { metadata: { userId }, ...(email && { email }) },
          { idempotencyKey: `customer-${userId}` },
        );
        return customer.id;
      }),

    openSession: (request) =>
      translateErrors(async () => {
        const session = await stripe.checkout.sessions.create(
          sessionParams(request, settings.returnUrls[request.returnPages]),
          { idempotencyKey: `session-${request.checkoutId}` },
        );
        if (!session.url)
          throw new AppError("bad-gateway", "payments.no-url", "No checkout URL returned");
        return { sessionId: session.id, url: session.url };
      }),

    expireSession: (sessionId) =>
      translateErrors(async () => {
        const session = await stripe.checkout.sessions.retrieve(sessionId);
        if (session.status === "open") await stripe.checkout.sessions.expire(sessionId);
      }),

    findSession: (sessionId) =>
      translateErrors(async () => {
        const fetchedAt = clock.now();
        const session = await stripe.checkout.sessions.retrieve(sessionId, {
          expand: ["subscription", "subscription.default_payment_method"],
        });
        const { subscription } = session;
        const bought = typeof subscription === "object" ? subscription : undefined;
        const cardFingerprint = bought ? fingerprintOf(bought) : undefined;
        const customerId = idOf(session.customer);
        const paymentId = idOf(session.payment_intent);
        return {
          id: session.id,
          isComplete: session.status === "complete",
          isPaid: session.payment_status !== "unpaid",
          createdAt: new Date(session.created * 1_000),
          ...(session.client_reference_id && { checkoutId: session.client_reference_id }),
          ...(customerId && { customerId }),
          ...(bought && { subscription: toSnapshot(bought, fetchedAt) }),
          ...(cardFingerprint && { cardFingerprint }),
          ...(paymentId && { paymentId }),
        };
      }),

    findSubscription: (subscriptionId) =>
      translateErrors(async () => {
        const fetchedAt = clock.now();
        const subscription = await stripe.subscriptions.retrieve(subscriptionId);
        const userId = subscription.metadata["userId"];
        return { snapshot: toSnapshot(subscription, fetchedAt), ...(userId && { userId }) };
      }),

    cancel: (subscriptionId) => translateErrors(() => stopNow(stripe, subscriptionId)),
    cancelAndRefund: (subscriptionId) =>
      translateErrors(() => cancelAndRefund(stripe, subscriptionId)),
    stopAtPeriodEnd: (subscriptionId) =>
      translateErrors(async () => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId);
        if (subscription.status === "canceled" || subscription.cancel_at_period_end) return;
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
      }),

    readWebhook: readWebhook(stripe, settings.webhookSecrets),
  };
};
