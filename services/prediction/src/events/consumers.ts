import type { EventHandler, EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import type { Entitlement } from "../use-cases/ports.ts";

type Deps = {
  namespace: string;
  applySubscriptionState: (change: {
    userId: string;
    seq: number;
    entitlement: Entitlement | undefined;
  }) => Promise<void>;
};

/** A null value means that billing has erased the subscription. */
const toEntitlement = ({ value }: EventRecord): Entitlement | undefined => {
  if (!value) return undefined;
  const { entitled, accessUntilMs } = subscriptionState.decode(value);
  return { entitled, ...(accessUntilMs && { accessUntil: new Date(accessUntilMs) }) };
};

/** The topics that this service follows, as which group, and what each message does. */
export const consumers = ({ namespace, applySubscriptionState }: Deps) => {
  const subscriptions = topicIn(namespace, topics.subscriptions);
  const handlers: Record<string, EventHandler> = {
    [subscriptions.name]: (event) =>
      applySubscriptionState({
        userId: event.key,
        seq: event.seq,
        entitlement: toEntitlement(event),
      }),
  };
  return { topics: [subscriptions], groupId: `${namespace}prediction`, handlers };
};
