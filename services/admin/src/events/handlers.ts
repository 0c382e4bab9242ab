import type { EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState, toSubscriptionSummary, userState } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import { z } from "zod";
import type { UserViews } from "../use-cases/ports.ts";

const accountSchema = z.object({
  username: z.string().min(1),
  email: z.string().optional(),
  role: z.enum(["user", "admin"]),
});

/** Handles the messages of each consumed topic. A null value means that the account or subscription is erased. */
export function eventHandlers({ users }: { users: UserViews }) {
  return {
    [topics.users.name]: ({ key, seq, value }: EventRecord) =>
      users.applyAccount(
        key,
        seq,
        value ? accountSchema.parse(userState.decode(value)) : undefined,
      ),
    [topics.subscriptions.name]: ({ key, seq, value }: EventRecord) =>
      users.applySubscription(
        key,
        seq,
        value ? toSubscriptionSummary(subscriptionState.decode(value)) : undefined,
      ),
  };
}
