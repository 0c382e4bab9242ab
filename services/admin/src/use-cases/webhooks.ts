import type { Facts } from "../domain/audit.ts";
import { audited } from "./audited.ts";
import type { AdminDeps, Webhook } from "./ports.ts";

/** Makes an event of the payment provider due again, without repeating its effects. @throws not-found, unavailable */
export async function replayWebhook(
  deps: Pick<AdminDeps, "webhooks" | "auditLog" | "clock" | "newId">,
  { id, actorId, reason }: { id: string; actorId: string; reason: string },
): Promise<Webhook> {
  const { webhooks, newId } = deps;
  const webhook = await webhooks.find(id);
  return audited(
    deps,
    {
      action: "replay-webhook",
      actorId,
      target: { kind: "webhook", id },
      commandId: newId(),
      reason,
      details: { type: webhook.type },
      before: factsOf(webhook),
    },
    () => webhooks.replay(id),
    factsOf,
  );
}

function factsOf({ outcome, attempts }: Webhook): Facts {
  return { outcome, attempts };
}
