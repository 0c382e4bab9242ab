import { z } from "zod";
import { subscriptionStatuses, type SubscriptionSummary, tiers } from "./constants/subscription.ts";
import type {
  SubscriptionState,
  SubscriptionState__Output,
} from "./gen/billing/v1/SubscriptionState.ts";
import type { UserState, UserState__Output } from "./gen/identity/v1/UserState.ts";
import type { AuditHead, AuditHead__Output } from "./gen/admin/v1/AuditHead.ts";
import type {
  GuardrailsState,
  GuardrailsState__Output,
} from "./gen/prediction/v1/GuardrailsState.ts";
import type { TreeHead, TreeHead__Output } from "./gen/prediction/v1/TreeHead.ts";
import { messageCodec } from "./load.ts";

/** The content of a record of `identity.users`. */
export const userState = messageCodec<UserState, UserState__Output>(
  "identity/v1/identity_events.proto",
  "identity.v1.UserState",
);

/** The content of a record of `billing.subscriptions`. */
export const subscriptionState = messageCodec<SubscriptionState, SubscriptionState__Output>(
  "billing/v1/billing_events.proto",
  "billing.v1.SubscriptionState",
);

/** The content of a record of `prediction.tree_heads`. */
export const treeHead = messageCodec<TreeHead, TreeHead__Output>(
  "prediction/v1/prediction_events.proto",
  "prediction.v1.TreeHead",
);

/** The content of a record of `prediction.guardrails`. */
export const guardrailsState = messageCodec<GuardrailsState, GuardrailsState__Output>(
  "prediction/v1/prediction_events.proto",
  "prediction.v1.GuardrailsState",
);

/** The content of a record of `admin.audit_heads`. */
export const auditHead = messageCodec<AuditHead, AuditHead__Output>(
  "admin/v1/admin_events.proto",
  "admin.v1.AuditHead",
);

const timeSchema = z
  .number()
  .transform((ms) => new Date(ms))
  .optional();

const summarySchema = z.object({
  status: z.enum(subscriptionStatuses),
  tier: z.enum(tiers),
  plan: z.string(),
  periodEndMs: timeSchema,
  accessUntilMs: timeSchema,
});

/** Reads billing's state of a subscription from an event or a response. @throws for any other message */
export function toSubscriptionSummary(
  state: SubscriptionState__Output | null,
): SubscriptionSummary {
  const { periodEndMs: endsAt, accessUntilMs: accessUntil, ...rest } = summarySchema.parse(state);
  return { ...rest, endsAt, accessUntil };
}
