import { AppError, isKind } from "@orbline/kit/errors";
import { fulfillCheckout } from "./checkout/fulfill-checkout.ts";
import { recordInvoice, recordPayment } from "./payment/record-payment.ts";
import type { ProviderEvent } from "./payment-provider.ts";
import type { BillingDeps, InboxRow, ApplyResult } from "./ports.ts";
import { syncSubscription } from "./subscription/sync.ts";

const dayMs = 86_400_000;

/** The provider retries a delivery for three days. The reconciliation finds older changes. */
const lookBackMs = 3 * dayMs;

const keptMs = 30 * dayMs;

/**
 * Receives one delivery of the provider. The event is durable when this resolves, and is processed later. A repeated
 * delivery changes nothing.
 * @throws invalid when the signature is wrong
 */
export async function receiveWebhook(
  { provider, webhooks, wake }: BillingDeps,
  payload: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = provider.readWebhook(payload, signature);
  if (await webhooks.receive(event)) wake("webhooks");
}

/**
 * Applies one stored event by fetching its object from the provider. Returns the reason if it had no effect. Safe to
 * repeat.
 * @throws unavailable, and any failure that another attempt may fix
 */
export async function processWebhook(
  deps: BillingDeps,
  event: Omit<ProviderEvent, "id">,
): Promise<ApplyResult> {
  try {
    return await applyEvent(deps, event);
  } catch (error) {
    if (isKind(error, "not-found")) return "unknown-at-provider";
    throw error;
  }
}

/**
 * Receives the events that the provider could not deliver through the same inbox as deliveries. Returns the number of
 * new ones.
 * @throws unavailable
 */
export async function pollEvents({
  provider,
  webhooks,
  clock,
  wake,
}: BillingDeps): Promise<number> {
  const since = new Date(clock.now().getTime() - lookBackMs);
  let received = 0;
  for await (const event of provider.findUndelivered(since)) {
    if (!(await webhooks.receive(event))) continue;
    wake("webhooks");
    received += 1;
  }
  return received;
}

/** Processes one stored event again, whatever its outcome, without repeating its effects. @throws not-found */
export async function replayWebhook(
  { webhooks, clock, wake }: BillingDeps,
  id: string,
): Promise<InboxRow> {
  const event = await webhooks.reopen(id, clock.now());
  if (!event) throw new AppError("not-found", "webhook.unknown", "There is no such webhook.");
  wake("webhooks");
  return event;
}

/** Deletes finished events after 30 days. Returns their number. */
export function deleteOldWebhooks({ webhooks, clock }: BillingDeps): Promise<number> {
  return webhooks.deleteFinished(new Date(clock.now().getTime() - keptMs));
}

async function applyEvent(
  deps: BillingDeps,
  { type, objectId }: Omit<ProviderEvent, "id">,
): Promise<ApplyResult> {
  if (/^checkout\.session\.(completed|async_payment_(succeeded|failed))$/.test(type))
    return applySession(deps, objectId);
  if (/^(customer\.subscription|invoice)\./.test(type) && objectId.startsWith("sub_"))
    return syncSubscription(deps, objectId);
  if (type.startsWith("invoice.") && objectId.startsWith("in_"))
    return recordInvoice(deps, objectId);
  if (/^(charge|refund)\./.test(type) && objectId.startsWith("pi_"))
    return recordPayment(deps, objectId);
  return "type-not-handled";
}

async function applySession(deps: BillingDeps, sessionId: string): Promise<ApplyResult> {
  const fulfillment = await fulfillCheckout(deps, sessionId);
  if (fulfillment.kind === "unclaimed" || fulfillment.kind === "erased") return "applied";
  if (fulfillment.kind !== "fulfilled") return fulfillment.kind;
  const { paymentId } = fulfillment.session;
  if (paymentId) await recordPayment(deps, paymentId);
  return "applied";
}
