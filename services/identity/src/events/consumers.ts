import type { EventHandler, EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { z } from "zod";
import { noSubscription, statuses, tiers, type Subscription } from "../domain/subscription.ts";
import type { UserId } from "../domain/user.ts";
import type { ApplySubscriptionState } from "../use-cases/apply-subscription-state.ts";

type Deps = {
  namespace: string;
  applySubscriptionState: (change: ApplySubscriptionState) => Promise<boolean>;
};

const timeSchema = z
  .number()
  .transform((ms) => new Date(ms))
  .optional();

const stateSchema = z
  .object({
    status: z.enum(statuses),
    tier: z.enum(tiers),
    periodEndMs: timeSchema,
    accessUntilMs: timeSchema,
  })
  .transform(({ status, tier, periodEndMs: endsAt, accessUntilMs: accessUntil }): Subscription => ({
    status,
    tier,
    endsAt,
    accessUntil,
  }));

/** A null value means that billing has erased the subscription. */
const toChange = ({ key, value, seq }: EventRecord): ApplySubscriptionState => ({
  userId: key as UserId,
  subscription: value ? stateSchema.parse(subscriptionState.decode(value)) : noSubscription,
  seq,
});

/** The topics that this service follows, as which group, and what each message does. */
export const consumers = ({ namespace, applySubscriptionState }: Deps) => {
  const subscriptions = topicIn(namespace, topics.subscriptions);
  const handlers: Record<string, EventHandler> = {
    [subscriptions.name]: async (event) => {
      await applySubscriptionState(toChange(event));
    },
  };
  return { topics: [subscriptions], groupId: `${namespace}identity`, handlers };
};
