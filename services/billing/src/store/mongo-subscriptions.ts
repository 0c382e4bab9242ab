import { mongoAggregates } from "@orbline/kit/aggregate";
import { type Connection, trusted } from "mongoose";
import type { AccessRules } from "../domain/access.ts";
import { decide } from "../domain/decide.ts";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import type { Clock, Subscriptions } from "../use-cases/ports.ts";
import {
  type SubscriptionDocument,
  subscriptionModel,
  toSubscription,
} from "./subscription-schema.ts";

const idsOf = (documents: { _id: string }[]) => documents.map(({ _id }) => _id);

const toFields = ({ userId: _userId, ...state }: Subscription) => ({
  ...state,
  customerId: state.customerId,
  trialUsedAt: state.trialUsedAt,
  lapsesAt: state.lapsesAt,
  hasDuties: state.duties.length > 0 ? true : undefined,
});

/** Subscriptions in MongoDB: one document a user, each change named, guarded and marked for publishing. */
export const mongoSubscriptions = ({
  connection,
  clock,
  rules,
  changed,
}: {
  connection: Connection;
  clock: Clock;
  rules: AccessRules;
  changed: (userId: string) => void;
}): Subscriptions => {
  const model = subscriptionModel(connection);
  const aggregates = mongoAggregates<Subscription, SubscriptionDocument>({
    model,
    toState: toSubscription,
    toFields,
    changed,
  });
  return {
    find: aggregates.find,
    update: async (userId, transition) => {
      const updated = await aggregates.update(userId, (current) => {
        const now = clock.now();
        return decide(userId, current, (state) => transition(state, now), now, rules);
      });
      return { ...updated, state: updated.state ?? noSubscription(userId) };
    },
    findLapsed: async (now, limit) =>
      idsOf(
        await model
          .find({ lapsesAt: trusted({ $lte: now }) }, { _id: 1 })
          .sort({ lapsesAt: 1 })
          .limit(limit)
          .lean<{ _id: string }[]>(),
      ),
    findWithDuties: async (limit) =>
      idsOf(
        await model.find({ hasDuties: true }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>(),
      ),
  };
};
