import { AppError } from "@orbline/kit/errors";
import type { Facts } from "../domain/audit.ts";
import type { Webhook } from "../domain/webhook.ts";
import { audited } from "./audited.ts";
import type { AdminDeps, Webhooks } from "./ports.ts";

const facts = ({ outcome, attempts }: Webhook): Facts => ({ outcome, attempts });

/** Puts an event of the payment provider back to work; its effects are never doubled. @throws not-found, unavailable */
export const replayWebhook =
  (deps: Pick<AdminDeps, "auditLog" | "clock" | "newId"> & { webhooks: Webhooks }) =>
  async ({ id, ...order }: { id: string; actorId: string; reason: string }): Promise<Webhook> => {
    const { webhooks, newId } = deps;
    const webhook = await webhooks.find(id);
    if (!webhook) throw new AppError("not-found", "webhook.not-found", "There is no such webhook.");
    return audited(deps)({
      ...order,
      action: "replay-webhook",
      target: { kind: "webhook", id },
      commandId: newId(),
      details: { type: webhook.type },
      before: facts(webhook),
      carryOut: () => webhooks.replay(id),
      after: facts,
    });
  };
