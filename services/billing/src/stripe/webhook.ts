import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";
import { z } from "zod";
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

/**
 * Verifies the signature over the raw bytes with any of the accepted secrets, and parses the event.
 * @throws invalid for a wrong signature, one that was made more than five minutes ago or ahead of now, and for signed
 * bytes that are no event
 */
export function readWebhook(stripe: Stripe, secrets: string[]) {
  return (payload: Buffer, signature = ""): ProviderEvent => {
    if (secrets.length === 0)
      throw new AppError("internal", "webhook.no-secret", "no webhook secret is configured");
    if (
      isFromTheFuture(signature) ||
      !secrets.some((secret) => verifies(stripe, payload, signature, secret))
    )
      throw new AppError("invalid", "webhook.signature", "The webhook signature is not valid.");
    const event = parseEvent(payload);
    if (!eventSchema.safeParse(event).success)
      throw new AppError("invalid", "webhook.no-event", "The webhook body is not an event.");
    const { id, type } = event;
    return { id, type, objectId: objectIdOf(event) };
  };
}

const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** Stripe's client checks the age of a signature, but not whether its time is still to come. */
function isFromTheFuture(signature: string): boolean {
  const times = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].map(([, seconds]) => Number(seconds));
  return times.some((seconds) => seconds - Date.now() / 1_000 > toleranceSeconds);
}

function verifies(stripe: Stripe, payload: Buffer, header: string, secret: string): boolean {
  try {
    const { signature } = stripe.webhooks;
    return signature?.verifyHeader(payload, header, secret, toleranceSeconds) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** The signed body; the caller checks that it is an event. */
function parseEvent(payload: Buffer): Stripe.Event {
  try {
    return JSON.parse(payload.toString("utf8")) as Stripe.Event;
  } catch (cause) {
    throw new AppError("invalid", "webhook.no-event", "The webhook body is not JSON.", { cause });
  }
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
