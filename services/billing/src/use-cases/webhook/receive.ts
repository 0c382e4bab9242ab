import { AppError } from "@orbline/kit/errors";
import type { BillingDeps, InboxRow } from "../ports.ts";

const dayMs = 86_400_000;

/** The provider retries a delivery for three days; the reconciliation finds what is older. */
const lookBackMs = 3 * dayMs;

const keptMs = 30 * dayMs;

/**
 * Receives one delivery of the provider: the event is durable when this resolves and is processed afterwards. A
 * repeated delivery changes nothing. @throws invalid when the signature is wrong
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
 * Receives the events that the provider could not deliver, through the same inbox as deliveries. Returns the number of
 * new ones. @throws unavailable
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

/** Processes one stored event again, whatever its outcome; its effects are never doubled. @throws not-found */
export async function replayWebhook(
  { webhooks, clock, wake }: BillingDeps,
  id: string,
): Promise<InboxRow> {
  const event = await webhooks.reopen(id, clock.now());
  if (!event) throw new AppError("not-found", "webhook.unknown", "There is no such webhook.");
  wake("webhooks");
  return event;
}

/** Deletes finished events after 30 days. Returns how many. */
export function deleteOldWebhooks({ webhooks, clock }: BillingDeps): Promise<number> {
  return webhooks.deleteFinished(new Date(clock.now().getTime() - keptMs));
}
