import { isKind } from "@orbline/kit/errors";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { Clock, WebhookInbox } from "./ports.ts";

type Deps = {
  inbox: WebhookInbox;
  fulfil: (sessionId: string) => Promise<Fulfilment>;
  sync: (subscriptionId: string) => Promise<boolean>;
  clock: Clock;
};

const maxDelayMs = 3_600_000;

const work = async ({ fulfil, sync }: Deps, type: string, objectId: string): Promise<boolean> => {
  if (/^checkout\.session\.(completed|async_payment_succeeded)$/.test(type))
    return (await fulfil(objectId)).kind === "fulfilled";
  if (/^(customer\.subscription|invoice)\./.test(type) && objectId.startsWith("sub_"))
    return sync(objectId);
  return false;
};

/** Gives one stored event its effect by asking the provider for the object's state; failures are tried again. */
export const processWebhook =
  (deps: Deps) =>
  async (id: string): Promise<void> => {
    const event = await deps.inbox.findOpen(id);
    if (!event) return;
    try {
      const hadEffect = await work(deps, event.type, event.objectId);
      await deps.inbox.finish(id, hadEffect ? "done" : "ignored");
    } catch (error) {
      if (isKind(error, "not-found")) {
        await deps.inbox.finish(id, "ignored");
        return;
      }
      const delayMs = Math.min(1_000 * 2 ** event.attempts, maxDelayMs);
      const nextAttemptAt = new Date(deps.clock.now().getTime() + delayMs);
      await deps.inbox.postpone(
        id,
        error instanceof Error ? error.message : String(error),
        nextAttemptAt,
      );
    }
  };
