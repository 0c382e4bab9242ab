import { plans } from "@orbline/proto/constants/plans";
import { type AggregateFields, mongoAggregates } from "@orbline/kit/mongo/aggregate";
import { idAfter } from "@orbline/kit/mongo/connection";
import { readInBatches } from "@orbline/kit/mongo/cursor-batches";
import type { Connection } from "mongoose";
import { accessRules, type BillingContext } from "../config.ts";
import { accessOf } from "../domain/subscription/access.ts";
import { decide } from "../domain/subscription/decide.ts";
import { paidPlanEnd } from "../domain/subscription/churn.ts";
import { assertNotErased } from "../domain/subscription/erase.ts";
import { noSubscription, type Subscription } from "../domain/subscription/subscription.ts";
import type { Subscriptions, TrialCounts } from "../use-cases/ports.ts";

/** One user's stored subscription; `_id` is the id of the user. */
export type SubscriptionDocument = AggregateFields &
  Omit<Subscription, "userId"> & {
    /**
     * Plan of the access in this state: the paid one beside a grant, "trial" until its first charge is paid; unset without
     * access. Serves the reports.
     */
    currentPlan?: string;
    /** Month in UTC in which the trial began. Serves the revenue report. */
    trialMonth?: string;
    /** When the last monthly or annual plan of a user without a paid plan ended. Serves the admin's overview. */
    churnedAt?: Date;
    effectsAttempts?: number;
  };

/** A trial with access whose first charge is not paid yet. */
const isRunning = { $and: [{ $eq: ["$currentPlan", "trial"] }, { $not: ["$trialConvertedAt"] }] };

const reportedPlans: string[] = [...plans, "manual"];

export function subscriptionCollection(connection: Connection) {
  return connection.collection<SubscriptionDocument>("subscriptions");
}

/** Subscriptions in MongoDB: one document per user. Every change is named, guarded by a version, and published. */
export function mongoSubscriptions(
  { config, connection, clock }: BillingContext,
  { changed }: { changed: (userId: string) => void },
): Subscriptions {
  const rules = accessRules(config);
  const collection = subscriptionCollection(connection);
  const aggregates = mongoAggregates<Subscription, SubscriptionDocument>({
    collection,
    toState: toSubscription,
    toFields: ({ userId: _userId, ...state }) => {
      const sources = state.sources.filter(({ kind }) => kind !== "manual");
      const paid = accessOf({ sources }, clock.now(), rules);
      // A grant beside a paid plan changes neither revenue nor churn.
      const { tier, plan } = paid.entitled ? paid : accessOf(state, clock.now(), rules);
      const reportedPlan = tier === "premium_trial" ? "trial" : plan;
      return {
        ...state,
        currentPlan: reportedPlan || undefined,
        trialMonth: state.trialUsedAt && monthOf(state.trialUsedAt),
        churnedAt: paid.entitled ? undefined : paidPlanEnd(state),
        ...(state.effects.length === 0 && { effectsAttempts: undefined }),
      };
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
        const range = { projection: { _id: 1 }, sort: { _id: 1 }, limit } as const;
        const due = { lapsesAt: { $lte: now }, ...idAfter(after) };
        const lapsed = await collection.find(due, range).toArray();
        return lapsed.map(({ _id }) => _id);
      }),
    countEndingTrials: (from, to) =>
      collection.countDocuments({
        currentPlan: "trial",
        sources: {
          $elemMatch: {
            status: "trialing",
            periodEnd: { $gte: from, $lte: to },
            cancelAtPeriodEnd: false,
          },
        },
      }),
    countChurned: (since) => collection.countDocuments({ churnedAt: { $gte: since } }),
    countActive: () =>
      Promise.all(
        reportedPlans.map(async (plan) => ({
          plan,
          users: await collection.countDocuments({ currentPlan: plan }),
        })),
      ),
    countTrials: (fromMonth, toMonth) =>
      collection
        .aggregate<TrialCounts>([
          { $match: { trialMonth: { $gte: fromMonth, $lte: toMonth } } },
          {
            $group: {
              _id: "$trialMonth",
              started: { $sum: 1 },
              converted: { $sum: { $cond: ["$trialConvertedAt", 1, 0] } },
              running: { $sum: { $cond: [isRunning, 1, 0] } },
            },
          },
          { $project: { _id: 0, month: "$_id", started: 1, converted: 1, running: 1 } },
        ])
        .toArray(),
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
  const { currentPlan: _plan, trialMonth: _month, churnedAt: _churnedAt, ...state } = fields;
  return { userId, ...state };
}
