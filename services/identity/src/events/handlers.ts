import type { EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionStatuses, tiers } from "@orbline/proto/constants/subscription";
import { subscriptionState, userState } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import { z } from "zod";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import type { User, UserId } from "../domain/user.ts";
import type { Users } from "../use-cases/ports.ts";

/** The public state of an account on `identity.users`, without password hash and phone. */
export function encodeUser({ id, username, email, emailVerified, role, createdAt }: User): Buffer {
  const createdAtMs = createdAt.getTime();
  return userState.encode({ id, username, email, emailVerified, role, createdAtMs });
}

/** Handles the messages of each consumed topic. */
export function eventHandlers({ users }: { users: Pick<Users, "projectSubscription"> }) {
  return {
    [topics.subscriptions.name]: (event: EventRecord) =>
      users.projectSubscription(event.key as UserId, decodeSubscription(event), event.seq),
  };
}

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

/** A null value means that billing has erased the subscription. */
function decodeSubscription({ value }: EventRecord): Subscription {
  if (!value) return noSubscription;
  const state = stateSchema.parse(subscriptionState.decode(value));
  const { status, tier, plan, periodEndMs: endsAt, accessUntilMs: accessUntil } = state;
  return { status, tier, plan, endsAt, accessUntil };
}
