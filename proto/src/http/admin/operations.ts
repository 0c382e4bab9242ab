import { z } from "zod";
import { requiredReasonSchema } from "./users.ts";
import { pageQueryFields } from "../fields.ts";
import { timeSchema } from "../time.ts";

export const replaySchema = z.strictObject({ reason: requiredReasonSchema });
export type Replay = z.infer<typeof replaySchema>;

/** An `open` event is due or waits for its next attempt. */
export const webhookOutcomeSchema = z.enum(["open", "done", "ignored", "failed"]);

export const webhooksQuerySchema = z.strictObject({
  ...pageQueryFields,
  outcome: webhookOutcomeSchema.optional(),
  /** The event with this id only, whatever its outcome. */
  id: z.string().max(255).optional(),
});

/** One event in the webhook inbox, without its payload. */
const webhookSchema = z.object({
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

export const webhooksResponseSchema = z.object({
  webhooks: z.array(webhookSchema),
  nextCursor: z.string().nullable(),
});
export type WebhooksResponse = z.infer<typeof webhooksResponseSchema>;

export const replayWebhookResponseSchema = z.object({ webhook: webhookSchema });
export type ReplayWebhookResponse = z.infer<typeof replayWebhookResponseSchema>;

/** Messages between services that a service could not handle and nobody has replayed, of the last 30 days. */
const deadLetterCountSchema = z.object({
  /** The service that could not handle them. */
  service: z.string(),
  topic: z.string(),
  waiting: z.number().int().min(1),
  /** When the longest waiting one failed. */
  oldestAt: timeSchema,
  /** Why the newest one failed. */
  lastReason: z.string(),
});
export type DeadLetterCount = z.infer<typeof deadLetterCountSchema>;

/** Empty when none waits. */
export const deadLettersResponseSchema = z.object({ deadLetters: z.array(deadLetterCountSchema) });
export type DeadLettersResponse = z.infer<typeof deadLettersResponseSchema>;
