import { randomBytes } from "node:crypto";
import { failTest, testKafka } from "@orbline/kit/testing/kafka";
import type { SubscriptionState__Output } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import type { UserState__Output } from "@orbline/proto/gen/identity/v1/UserState";
import { subscriptionState, userState } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import type { ProductInfo } from "./product/info.ts";

type Read<State> = { type: string; seq: number; state: State };

const remember = <State>(into: Map<string, Read<State>[]>, key: string, read: Read<State>) => {
  into.set(key, [...(into.get(key) ?? []), read]);
  return Promise.resolve();
};

/** Reads the state topics from the beginning, as a service does. */
export const readTopics = async ({ kafka: target }: ProductInfo) => {
  const kafka = await testKafka({ ...target, clientId: "e2e" });
  const userStates = new Map<string, Read<UserState__Output>[]>();
  const subscriptionStates = new Map<string, Read<SubscriptionState__Output>[]>();
  const gone = new Set<string>();
  await kafka.consume({
    groupId: `e2e-${randomBytes(4).toString("hex")}`,
    handlers: {
      [topics.users.name]: async ({ key, value, type, seq }) => {
        if (!value) gone.add(`${topics.users.name}/${key}`);
        else await remember(userStates, key, { type, seq, state: userState.decode(value) });
      },
      [topics.subscriptions.name]: async ({ key, value, type, seq }) => {
        if (!value) gone.add(`${topics.subscriptions.name}/${key}`);
        else {
          const state = subscriptionState.decode(value);
          await remember(subscriptionStates, key, { type, seq, state });
        }
      },
    },
    fail: failTest,
  });
  return {
    /** The states of one account on `identity.users`, oldest first. */
    user: (id: string) => userStates.get(id) ?? [],
    /** The states of one account on `billing.subscriptions`, oldest first. */
    subscription: (id: string) => subscriptionStates.get(id) ?? [],
    /** Whether a topic has a tombstone for an aggregate. */
    isGone: (topic: { name: string }, id: string) => gone.has(`${topic.name}/${id}`),
    close: kafka.close,
  };
};
