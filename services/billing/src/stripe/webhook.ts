import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";
import type { ProviderEvent } from "../use-cases/payment-provider.ts";
import { idOf } from "./snapshot.ts";

const toleranceSeconds = 300;

/** Refund and dispute events are about a payment, whatever their object is. */
const aboutPayment = /^(charge\.|refund\.)/;

/** Undelivered events since then, newest first. */
export async function* undeliveredEvents(stripe: Stripe, since: Date) {
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  for await (const event of stripe.events.list({ delivery_success: false, created, limit: 100 }))
    yield { id: event.id, type: event.type, objectId: objectIdOf(event) };
}

/** Verifies the signature over the raw bytes with any of the accepted secrets, and parses the event. */
export function readWebhook(stripe: Stripe, secrets: string[]) {
  return (payload: Buffer, signature: string | undefined): ProviderEvent => {
    if (secrets.length === 0)
      throw new AppError("internal", "webhook.no-secret", "no webhook secret is configured");
    for (const secret of secrets) {
      try {
        const event = stripe.webhooks.constructEvent(
          payload,
          signature ?? "",
          secret,
          toleranceSeconds,
        );
        return { id: event.id, type: event.type, objectId: objectIdOf(event) };
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    }
    throw new AppError("invalid", "webhook.signature", "The webhook signature is not valid.");
  };
}

/**
 * Id of the event's object: the payment for a charge, refund or dispute; the subscription for an upcoming invoice,
 * which has no id.
 */
function objectIdOf({ type, data }: Stripe.Event): string {
  const object = data.object as { id?: string; payment_intent?: string | { id: string } | null };
  if (aboutPayment.test(type)) return idOf(object.payment_intent) ?? object.id ?? "";
  if (!type.startsWith("invoice.") || object.id?.startsWith("in_")) return object.id ?? "";
  const invoice = data.object as Stripe.Invoice;
  return idOf(invoice.parent?.subscription_details?.subscription) ?? object.id ?? "";
}
