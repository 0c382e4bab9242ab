import { isKind } from "@orbline/kit/errors";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { Clock, InboxEvent, WebhookInbox } from "./ports.ts";

type Deps = {
  inbox: WebhookInbox;
  fulfil: (sessionId: string) => Promise<Fulfilment>;
  sync: (subscriptionId: string) => Promise<boolean>;
  clock: Clock;
  report: (error: unknown) => void;
};

const maxDelayMs = 3_600_000;
const maxAttempts = 100;

const work = async ({ fulfil, sync }: Deps, type: string, objectId: string): Promise<boolean> => {
  if (/^checkout\.session\.(completed|async_payment_succeeded)$/.test(type))
    return (await fulfil(objectId)).kind === "fulfilled";
  if (/^(customer\.subscription|invoice)\./.test(type) && objectId.startsWith("sub_"))
    return sync(objectId);
  return false;
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const recover = async ({ inbox, clock, report }: Deps, event: InboxEvent, error: unknown) => {
  if (isKind(error, "not-found")) return inbox.finish(event.id, "ignored");
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
      const hadEffect = await work(deps, event.type, event.objectId);
      await deps.inbox.finish(id, hadEffect ? "done" : "ignored");
    } catch (error) {
      await recover(deps, event, error);
    }
  };
