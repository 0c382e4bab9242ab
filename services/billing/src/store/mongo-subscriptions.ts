import { mongoAggregates } from "@orbline/kit/mongo/aggregate";
import { idAfter } from "@orbline/kit/mongo/connection";
import { readInRounds } from "@orbline/kit/mongo/cursor-batches";
import { type Connection, trusted } from "mongoose";
import { accessOf, type AccessRules } from "../domain/access.ts";
import { decide } from "../domain/decide.ts";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import type { Clock, Subscriptions } from "../use-cases/ports.ts";
import { monthOf } from "./payment-schema.ts";
import {
  type SubscriptionDocument,
  subscriptionModel,
  toSubscription,
} from "./subscription-schema.ts";

const idOf = (id: string) => id;
const idsOf = (documents: { _id: string }[]) => documents.map(({ _id }) => _id);

const plans = ["trial", "monthly", "annual", "lifetime", "manual"];

type TrialSum = { _id: string; started: number; converted: number };

const planOf = (state: Subscription, now: Date, rules: AccessRules) => {
  const { entitled, plan } = accessOf(state, now, rules);
  return entitled && plan ? plan : undefined;
};

const toFields = ({ userId: _userId, ...state }: Subscription) => ({
  ...state,
  customerId: state.customerId,
  otherCustomerIds: state.otherCustomerIds,
  trialUsedAt: state.trialUsedAt,
  firstPaymentId: state.firstPaymentId,
  trialConvertedAt: state.trialConvertedAt,
  erasedAt: state.erasedAt,
  lapsesAt: state.lapsesAt,
  hasDuties: state.duties.length > 0 ? true : undefined,
  trialMonth: state.trialUsedAt && monthOf(state.trialUsedAt),
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
    toFields: (state) => ({ ...toFields(state), currentPlan: planOf(state, clock.now(), rules) }),
    changed,
  });
  const [lapsed, owing] = [readInRounds(idOf), readInRounds(idOf)];
  return {
    find: aggregates.find,
    update: async (userId, transition) => {
      const updated = await aggregates.update(userId, (current) => {
        const now = clock.now();
        return decide(userId, current, (state) => transition(state, now), now, rules);
      });
      return { ...updated, state: updated.state ?? noSubscription(userId) };
    },
    findLapsed: (now, limit) =>
      lapsed(limit, async (after) =>
        idsOf(
          await model
            .find({ lapsesAt: trusted({ $lte: now }), ...idAfter(after) }, { _id: 1 })
            .sort({ _id: 1 })
            .limit(limit)
            .lean<{ _id: string }[]>(),
        ),
      ),
    countActive: () =>
      Promise.all(
        plans.map(async (plan) => ({
          plan,
          users: await model.countDocuments({ currentPlan: plan }),
        })),
      ),
    countTrials: async (fromMonth, toMonth) => {
      const rows = await model.aggregate<TrialSum>([
        { $match: { trialMonth: { $gte: fromMonth, $lte: toMonth } } },
        {
          $group: {
            _id: "$trialMonth",
            started: { $sum: 1 },
            converted: { $sum: { $cond: ["$trialConvertedAt", 1, 0] } },
          },
        },
      ]);
      return rows.map(({ _id: month, started, converted }) => ({ month, started, converted }));
    },
    findWithDuties: (limit) =>
      owing(limit, async (after) => {
        const owed = model.find({ hasDuties: true, ...idAfter(after) }, { _id: 1 });
        const found = owed.sort({ _id: 1 }).limit(limit);
        return idsOf(await found.lean<{ _id: string }[]>());
      }),
  };
};
