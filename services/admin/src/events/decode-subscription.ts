import { subscriptionStatuses, tiers } from "@orbline/proto/constants/subscription";
import type { SubscriptionState__Output } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { z } from "zod";
import type { Subscription } from "../domain/user-view.ts";

const timeSchema = z
  .number()
  .transform((ms) => new Date(ms))
  .optional();

const stateSchema = z.object({
  status: z.enum(subscriptionStatuses),
  tier: z.enum(tiers),
  plan: z.string(),
  periodEndMs: timeSchema,
  accessUntilMs: timeSchema,
});

/** Decodes billing's state of a subscription from an event or a response. @throws for any other message */
export function decodeSubscription(state: SubscriptionState__Output | null): Subscription {
  const { periodEndMs: endsAt, accessUntilMs: accessUntil, ...rest } = stateSchema.parse(state);
  return { ...rest, endsAt, accessUntil };
}
