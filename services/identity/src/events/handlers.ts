import type { EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState, toSubscriptionSummary } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import { noSubscription } from "../domain/subscription.ts";
import type { UserId } from "../domain/user.ts";
import type { Users } from "../use-cases/ports.ts";

/** Handles the messages of each consumed topic. A null value means that billing has erased the subscription. */
export function eventHandlers({ users }: { users: Pick<Users, "projectSubscription"> }) {
  return {
    [topics.subscriptions.name]: ({ key, seq, value }: EventRecord) => {
      const state = value && subscriptionState.decode(value);
      const subscription = state ? toSubscriptionSummary(state) : noSubscription;
      return users.projectSubscription(key as UserId, subscription, seq);
    },
  };
}
