import { isKind } from "@orbline/kit/errors";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { InboxEvent } from "../domain/inbox.ts";
import type { BillingDeps, WebhookInbox } from "./ports.ts";
import { confirmGone } from "./unless-gone.ts";

type Deps = Pick<BillingDeps, "records" | "payments" | "clock" | "report"> & {
  inbox: WebhookInbox;
  fulfil: (sessionId: string) => Promise<Fulfilment>;
  sync: (subscriptionId: string) => Promise<boolean>;
  record: (paymentId: string) => Promise<boolean>;
  recordInvoice: (invoiceId: string) => Promise<boolean>;
};

const maxDelayMs = 3_600_000;
const maxAttempts = 100;

const fulfilSession = async ({ fulfil, record }: Deps, sessionId: string): Promise<boolean> => {
  const fulfilment = await fulfil(sessionId);
  if (fulfilment.kind === "unclaimed" || fulfilment.kind === "turned-away") return true;
  if (fulfilment.kind !== "fulfilled") return false;
  const { paymentId } = fulfilment.session;
  if (paymentId) await record(paymentId);
  return true;
};

const work = async (deps: Deps, type: string, objectId: string): Promise<boolean> => {
  if (/^checkout\.session\.(completed|async_payment_succeeded)$/.test(type))
    return fulfilSession(deps, objectId);
  if (/^(customer\.subscription|invoice)\./.test(type) && objectId.startsWith("sub_"))
    return deps.sync(objectId);
  if (type.startsWith("invoice.") && objectId.startsWith("in_"))
    return deps.recordInvoice(objectId);
  if (/^(charge|refund)\./.test(type) && objectId.startsWith("pi_")) return deps.record(objectId);
  return false;
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the provider does not know is nobody's. @throws the failure itself, or internal when we ask another account */
const ignoreGone = async (deps: Deps, objectId: string, failure: unknown): Promise<boolean> => {
  if (!isKind(failure, "not-found")) throw failure;
  await confirmGone(deps, objectId);
  return false;
};

const recover = async ({ inbox, clock, report }: Deps, event: InboxEvent, error: unknown) => {
  report(error);
  if (event.attempts + 1 >= maxAttempts) return inbox.finish(event.id, "failed");
  const delayMs = Math.min(1_000 * 2 ** event.attempts, maxDelayMs);
  const nextAttemptAt = new Date(clock.now().getTime() + delayMs);
  return inbox.postpone(event.id, messageOf(error), nextAttemptAt);
};

/**
 * Gives one stored event its effect by asking the provider for the object's state. Failures are tried again,
 * at last once an hour, and given up after about four days.
 */
export const processWebhook =
  (deps: Deps) =>
  async (id: string): Promise<void> => {
    const event = await deps.inbox.findOpen(id);
    if (!event) return;
    try {
      const hadEffect = await work(deps, event.type, event.objectId).catch((error: unknown) =>
        ignoreGone(deps, event.objectId, error),
      );
      await deps.inbox.finish(id, hadEffect ? "done" : "ignored");
    } catch (error) {
      await recover(deps, event, error);
    }
  };
