import { isKind } from "@orbline/kit/errors";
import { fulfillCheckout } from "../checkout/fulfill-checkout.ts";
import { recordInvoice, recordPayment } from "../payment/record-payment.ts";
import type { ProviderEvent } from "../payment-provider.ts";
import type { BillingDeps } from "../ports.ts";
import { syncSubscription } from "../subscription/sync.ts";

/**
 * Applies one stored event by fetching its object from the provider. Returns "ignored" for an event without an effect:
 * its object is not ours, or the provider does not know it (any more). Safe to repeat. @throws unavailable, and for
 * any failure that another attempt may solve
 */
export async function processWebhook(
  deps: BillingDeps,
  event: Omit<ProviderEvent, "id">,
): Promise<"done" | "ignored"> {
  try {
    return (await applyEvent(deps, event)) ? "done" : "ignored";
  } catch (error) {
    if (isKind(error, "not-found")) return "ignored";
    throw error;
  }
}

async function applyEvent(
  deps: BillingDeps,
  { type, objectId }: Omit<ProviderEvent, "id">,
): Promise<boolean> {
  if (/^checkout\.session\.(completed|async_payment_succeeded)$/.test(type))
    return applySession(deps, objectId);
  if (/^(customer\.subscription|invoice)\./.test(type) && objectId.startsWith("sub_"))
    return syncSubscription(deps, objectId);
  if (type.startsWith("invoice.") && objectId.startsWith("in_"))
    return recordInvoice(deps, objectId);
  if (/^(charge|refund)\./.test(type) && objectId.startsWith("pi_"))
    return recordPayment(deps, objectId);
  return false;
}

async function applySession(deps: BillingDeps, sessionId: string): Promise<boolean> {
  const fulfillment = await fulfillCheckout(deps, sessionId);
  if (fulfillment.kind === "unclaimed" || fulfillment.kind === "erased") return true;
  if (fulfillment.kind !== "fulfilled") return false;
  const { paymentId } = fulfillment.session;
  if (paymentId) await recordPayment(deps, paymentId);
  return true;
}
