import { z } from "zod";
import { requiredReasonSchema } from "./admin.ts";
import { timeSchema } from "./time.ts";

/** POST /api/admin/webhooks/{id}/replay and /api/admin/dead-letters/{id}/replay. */
export const replaySchema = z.strictObject({ reason: requiredReasonSchema });
export type Replay = z.infer<typeof replaySchema>;

/** How the work on a webhook stands: `open` is due or waits for its next attempt. */
export const webhookOutcomeSchema = z.enum(["open", "done", "ignored", "failed"]);

/** Query of GET /api/admin/webhooks: newest first, keyset pages. */
export const webhooksQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
  outcome: webhookOutcomeSchema.optional(),
});

/** One event of the payment provider as it lies in the inbox, without its payload. */
export const webhookSchema = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.string().nullable(),
  receivedAt: timeSchema,
  attempts: z.number().int().min(0),
  outcome: webhookOutcomeSchema,
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

/** A letter is `dead`, on its way back (`replaying`), or handed to its consumer again (`replayed`). */
export const deadLetterStateSchema = z.enum(["dead", "replaying", "replayed"]);

/** Query of GET /api/admin/dead-letters: newest first, keyset pages. */
export const deadLettersQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
  /** Name of the topic in which the message stood. */
  topic: z.string().min(1).max(249).optional(),
  state: deadLetterStateSchema.optional(),
});

/** A message that a consumer could not handle; `deaths` counts how often it ended here. */
export const deadLetterSchema = z.object({
  id: z.string(),
  topic: z.string(),
  partition: z.number().int().min(0),
  offset: z.string(),
  key: z.string(),
  /** The consumer group that gave it up. */
  group: z.string(),
  type: z.string(),
  reason: z.string(),
  diedAt: timeSchema,
  deaths: z.number().int().min(1),
  state: deadLetterStateSchema,
  replayedAt: timeSchema.nullable(),
});
export type DeadLetterAnswer = z.infer<typeof deadLetterSchema>;

/** GET /api/admin/dead-letters; `topics` counts the dead of each topic, whatever the filters. */
export const deadLettersResponseSchema = z.object({
  deadLetters: z.array(deadLetterSchema),
  topics: z.array(z.object({ topic: z.string(), dead: z.number().int().min(0) })),
  nextCursor: z.string().nullable(),
});
export type DeadLettersResponse = z.infer<typeof deadLettersResponseSchema>;

/** Answer of POST /api/admin/dead-letters/{id}/replay. */
export const replayDeadLetterResponseSchema = z.object({ deadLetter: deadLetterSchema });
export type ReplayDeadLetterResponse = z.infer<typeof replayDeadLetterResponseSchema>;
