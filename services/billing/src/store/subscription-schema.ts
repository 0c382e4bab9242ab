import { aggregateSchema, type AggregateFields } from "@orbline/kit/mongo/aggregate";
import { type Connection, Schema } from "mongoose";
import type { Duty, Refusal, Source, Subscription } from "../domain/subscription.ts";

/** One user's subscription as stored; `_id` is the user's id. */
export type SubscriptionDocument = AggregateFields & {
  customerId?: string;
  otherCustomerIds?: string[];
  sources: Source[];
  duties: Duty[];
  refusals: Refusal[];
  trialUsedAt?: Date;
  firstPaymentId?: string;
  trialConvertedAt?: Date;
  erasedAt?: Date;
  commands: string[];
  entitled: boolean;
  /** Serves the expiry sweep. */
  lapsesAt?: Date;
  /** Set while the provider is owed something. Serves the duty sweep. */
  hasDuties?: true;
  /** Plan of the access that this state gives; unset without any. Serves the figures. */
  currentPlan?: string;
  /** Month in UTC in which the trial began. Serves the figures. */
  trialMonth?: string;
};

const schema = new Schema<SubscriptionDocument>(
  {
    ...aggregateSchema,
    customerId: String,
    // without a default, which would give every document an empty list
    otherCustomerIds: { type: [String], default: undefined },
    sources: { type: Schema.Types.Mixed, required: true },
    duties: { type: Schema.Types.Mixed, required: true },
    refusals: { type: Schema.Types.Mixed, required: true },
    trialUsedAt: Date,
    firstPaymentId: String,
    trialConvertedAt: Date,
    erasedAt: Date,
    commands: { type: [String], required: true },
    entitled: { type: Boolean, required: true },
    lapsesAt: Date,
    hasDuties: Boolean,
    currentPlan: String,
    trialMonth: String,
  },
  { versionKey: false, collection: "subscriptions" },
);

/** The subscriptions collection of a connection. */
export const subscriptionModel = (connection: Connection) =>
  connection.model<SubscriptionDocument>("Subscription", schema);

/** A stored document as the domain sees it. */
export const toSubscription = (document: SubscriptionDocument): Subscription => ({
  userId: document._id,
  sources: document.sources,
  duties: document.duties,
  refusals: document.refusals,
  commands: document.commands,
  entitled: document.entitled,
  ...(document.customerId && { customerId: document.customerId }),
  ...(document.otherCustomerIds && { otherCustomerIds: document.otherCustomerIds }),
  ...(document.trialUsedAt && { trialUsedAt: document.trialUsedAt }),
  ...(document.firstPaymentId && { firstPaymentId: document.firstPaymentId }),
  ...(document.trialConvertedAt && { trialConvertedAt: document.trialConvertedAt }),
  ...(document.erasedAt && { erasedAt: document.erasedAt }),
  ...(document.lapsesAt && { lapsesAt: document.lapsesAt }),
});
