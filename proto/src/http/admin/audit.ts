import { z } from "zod";
import { pageQueryFields } from "../fields.ts";
import { timeSchema } from "../time.ts";

/** Commands, with their outcome and both states. */
const adminCommands = [
  "activate-subscription",
  "cancel-subscription",
  "replay-webhook",
  "refund-payment",
] as const;
/** Actions with one entry: sign-ins, readings of personal data, and what identity does to an account. */
const notedActions = [
  "sign-in",
  "read-users",
  "read-user",
  "read-payments",
  "read-audit",
  "read-table",
  "block-user",
  "unblock-user",
  "end-sessions",
] as const;
export const adminActions = [...adminCommands, ...notedActions] as const;
const adminActionSchema = z.enum(adminActions);
export type AdminAction = z.infer<typeof adminActionSchema>;

/** Each filter must match. */
export const auditQuerySchema = z.strictObject({
  ...pageQueryFields,
  action: adminActionSchema.optional(),
  /** Id of the admin. */
  actorId: z.string().min(1).max(64).optional(),
  /** Id of a user, a payment or a webhook event. */
  targetId: z.string().min(1).max(255).optional(),
});

const factsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** `number` is the entry's place in the chain. `outcome` stays `started` if the end could not be recorded. */
const auditEntrySchema = z.object({
  number: z.number().int().min(1),
  at: timeSchema,
  actor: z.object({ id: z.string(), username: z.string().nullable() }),
  action: adminActionSchema,
  target: z.object({
    kind: z.enum(["user", "payment", "webhook", "list"]),
    id: z.string(),
    /** Username, if the target is a user who still exists. */
    username: z.string().nullable(),
  }),
  reason: z.string().nullable(),
  details: factsSchema,
  before: factsSchema.nullable(),
  after: factsSchema.nullable(),
  outcome: z.enum(["started", "done", "failed", "unknown"]),
  error: z.string().nullable(),
  hash: z.string(),
});
export type AuditEntryAnswer = z.infer<typeof auditEntrySchema>;

export const auditResponseSchema = z.object({
  entries: z.array(auditEntrySchema),
  nextCursor: z.string().nullable(),
});
export type AuditResponse = z.infer<typeof auditResponseSchema>;
