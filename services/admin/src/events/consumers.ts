import type { EventHandler, EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState, userState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { z } from "zod";
import type { AccountState } from "../domain/user-view.ts";
import type { ApplyAccountState } from "../use-cases/apply-account-state.ts";
import type { ApplySubscriptionState } from "../use-cases/apply-subscription-state.ts";
import { decodeSubscription } from "./decode-subscription.ts";

type Deps = {
  namespace: string;
  applyAccountState: (change: ApplyAccountState) => Promise<void>;
  applySubscriptionState: (change: ApplySubscriptionState) => Promise<void>;
};

const accountSchema = z.object({
  username: z.string().min(1),
  email: z.string().optional(),
  role: z.enum(["user", "admin"]),
});

const toAccount = ({ value }: EventRecord): AccountState | undefined => {
  if (!value) return undefined;
  const { email, ...account } = accountSchema.parse(userState.decode(value));
  return { ...account, ...(email && { email }) };
};

const toSubscription = ({ value }: EventRecord) =>
  value ? decodeSubscription(subscriptionState.decode(value)) : undefined;

/** The topics that this service follows, as which group, and what each message does. */
export const consumers = ({ namespace, applyAccountState, applySubscriptionState }: Deps) => {
  const users = topicIn(namespace, topics.users);
  const subscriptions = topicIn(namespace, topics.subscriptions);
  const handlers: Record<string, EventHandler> = {
    [users.name]: (event) =>
      applyAccountState({ id: event.key, seq: event.seq, account: toAccount(event) }),
    [subscriptions.name]: (event) =>
      applySubscriptionState({
        userId: event.key,
        seq: event.seq,
        subscription: toSubscription(event),
      }),
  };
  return { topics: [users, subscriptions], groupId: `${namespace}admin`, handlers };
};
