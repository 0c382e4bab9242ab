import { plans } from "@orbline/proto/constants/plans";
import {
  aggregateSchema,
  type AggregateFields,
  mongoAggregates,
} from "@orbline/kit/mongo/aggregate";
import { idAfter } from "@orbline/kit/mongo/connection";
import { readInBatches } from "@orbline/kit/mongo/cursor-batches";
import { type Connection, Schema, trusted } from "mongoose";
import { accessRules, type BillingContext } from "../config.ts";
import { accessOf } from "../domain/subscription/access.ts";
import { decide } from "../domain/subscription/decide.ts";
import { assertNotErased } from "../domain/subscription/erase.ts";
import { noSubscription, type Subscription } from "../domain/subscription/subscription.ts";
import type { Subscriptions } from "../use-cases/ports.ts";

/** One user's subscription as stored; `_id` is the id of the user. */
export type SubscriptionDocument = AggregateFields &
  Omit<Subscription, "userId"> & {
    /** Plan of the access that this state gives; unset without access. Serves the revenue report. */
    currentPlan?: string;
    /** Month in UTC in which the trial began. Serves the revenue report. */
    trialMonth?: string;
    effectsAttempts?: number;
  };

const { Mixed } = Schema.Types;

const schema = new Schema<SubscriptionDocument>(
  {
    ...aggregateSchema,
    customerId: String,
    otherCustomerIds: { type: [String], default: undefined },
    sources: { type: Mixed, required: true },
    effects: { type: Mixed, required: true },
    effectsDueAt: Date,
    effectsAttempts: Number,
    refusals: { type: Mixed, required: true },
    trialUsedAt: Date,
    firstPaymentId: String,
    trialConvertedAt: Date,
    erasedAt: Date,
    processedCommandIds: { type: [String], required: true },
    entitled: { type: Boolean, required: true },
    lapsesAt: Date,
    currentPlan: String,
    trialMonth: String,
  },
  { versionKey: false, collection: "subscriptions" },
);

const reportedPlans: string[] = [...plans, "manual"];

/** The subscriptions of a connection. */
export function subscriptionModel(connection: Connection) {
  return connection.model<SubscriptionDocument>("Subscription", schema);
}

/** Subscriptions in MongoDB: one document a user, each change named, guarded and passed on to be published. */
export function mongoSubscriptions(
  { config, connection, clock }: BillingContext,
  { changed }: { changed: (userId: string) => void },
): Subscriptions {
  const rules = accessRules(config);
  const model = subscriptionModel(connection);
  const aggregates = mongoAggregates<Subscription, SubscriptionDocument>({
    model,
    toState: toSubscription,
    toFields: (state) => {
      const { entitled, plan } = accessOf(state, clock.now(), rules);
      return { ...toFields(state), currentPlan: entitled && plan ? plan : undefined };
    },
    changed,
  });
  const readLapsed = readInBatches((id: string) => id);
  return {
    find: aggregates.find,
    update: async (userId, transition, { evenErased } = { evenErased: false }) => {
      const updated = await aggregates.update(userId, (current) => {
        if (current && !evenErased) assertNotErased(current);
        const now = clock.now();
        return decide(userId, current, (state) => transition(state, now), now, rules);
      });
      return { ...updated, state: updated.state ?? noSubscription(userId) };
    },
    findLapsed: (now, limit) =>
      readLapsed(limit, async (after) => {
        const lapsed = await model
          .find({ lapsesAt: trusted({ $lte: now }), ...idAfter(after) }, { _id: 1 })
          .sort({ _id: 1 })
          .limit(limit)
          .lean<{ _id: string }[]>();
        return lapsed.map(({ _id }) => _id);
      }),
    countActive: () =>
      Promise.all(
        reportedPlans.map(async (plan) => ({
          plan,
          users: await model.countDocuments({ currentPlan: plan }),
        })),
      ),
    countTrials: (fromMonth, toMonth) =>
      model.aggregate<{ month: string; started: number; converted: number }>([
        { $match: { trialMonth: { $gte: fromMonth, $lte: toMonth } } },
        {
          $group: {
            _id: "$trialMonth",
            started: { $sum: 1 },
            converted: { $sum: { $cond: ["$trialConvertedAt", 1, 0] } },
          },
        },
        { $project: { _id: 0, month: "$_id", started: 1, converted: 1 } },
      ]),
  };
}

/** The month of a moment in UTC, e.g. "2026-11". */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The state of a stored document. */
export function toSubscription({ _id: userId, ...document }: SubscriptionDocument): Subscription {
  const { version: _version, pending: _pending, pendingAt: _at, ...rest } = document;
  const { eventType: _type, effectsAttempts: _attempts, ...fields } = rest;
  const { currentPlan: _plan, trialMonth: _month, ...state } = fields;
  return { userId, ...state };
}

/** The fields of a document; undefined unsets a field. */
function toFields({ userId: _userId, ...state }: Subscription): Record<string, unknown> {
  return {
    ...optionalFields,
    ...state,
    trialMonth: state.trialUsedAt && monthOf(state.trialUsedAt),
    ...(state.effects.length === 0 && { effectsAttempts: undefined }),
  };
}

const optionalFields = {
  customerId: undefined,
  otherCustomerIds: undefined,
  effectsDueAt: undefined,
  trialUsedAt: undefined,
  firstPaymentId: undefined,
  trialConvertedAt: undefined,
  erasedAt: undefined,
  lapsesAt: undefined,
};
