import { z } from "zod";
import { requiredReasonSchema } from "./users.ts";
import { timeSchema } from "../time.ts";

/** POST /api/admin/webhooks/{id}/replay. */
export const replaySchema = z.strictObject({ reason: requiredReasonSchema });
export type Replay = z.infer<typeof replaySchema>;

/** Outcome of a webhook event; `open` is due or waits for its next attempt. */
export const webhookOutcomeSchema = z.enum(["open", "done", "ignored", "failed"]);

/** Query of GET /api/admin/webhooks: newest first, keyset pages. */
export const webhooksQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
  outcome: webhookOutcomeSchema.optional(),
  /** The event with this id only, whatever its outcome. */
  id: z.string().max(255).optional(),
});

/** One event of the payment provider as it lies in the inbox, without its payload. */
export const webhookSchema = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.string().nullable(),
  receivedAt: timeSchema,
  attempts: z.number().int().min(0),
  outcome: webhookOutcomeSchema,
  /** Why an ignored event had no effect, as a code. */
  reason: z.string().nullable(),
  finishedAt: timeSchema.nullable(),
  nextAttemptAt: timeSchema.nullable(),
  lastError: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** GET /api/admin/webhooks. */
export const webhooksResponseSchema = z.object({
  webhooks: z.array(webhookSchema),
  nextCursor: z.string().nullable(),
});
export type WebhooksResponse = z.infer<typeof webhooksResponseSchema>;

/** Answer of POST /api/admin/webhooks/{id}/replay: the event is due again. */
export const replayWebhookResponseSchema = z.object({ webhook: webhookSchema });
export type ReplayWebhookResponse = z.infer<typeof replayWebhookResponseSchema>;
