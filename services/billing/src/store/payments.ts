import { decodeCursor, orderKey, toPage } from "@orbline/kit/http/cursor";
import { mongoAggregates } from "@orbline/kit/mongo/aggregate";
import { Schema, trusted } from "mongoose";
import type { BillingContext } from "../config.ts";
import { compact } from "../domain/compact.ts";
import { decidePayment, type Payment, type PaymentSum } from "../domain/payment/payment.ts";
import type { Payments } from "../use-cases/ports.ts";
import { monthOf } from "./subscriptions.ts";

/** One payment as stored; `_id` is the provider's id of it. */
type PaymentDocument = Omit<Payment, "id"> & {
  _id: string;
  version: number;
  effectsAttempts?: number;
  /** Place in lists, by the moment at which the payment began. */
  order: string;
  /** Month in UTC in which it was paid, e.g. "2026-11"; unset before. Serves the revenue report. */
  paidMonth?: string;
};

const { Mixed } = Schema.Types;
const needed = <Type>(type: Type) => ({ type, required: true as const });

const schema = new Schema<PaymentDocument>(
  {
    _id: needed(String),
    version: needed(Number),
    userId: needed(String),
    checkoutId: String,
    subscriptionId: String,
    plan: needed(String),
    status: needed(String),
    amountCents: needed(Number),
    refundedCents: needed(Number),
    currency: needed(String),
    dispute: needed(String),
    failedAttempts: needed(Number),
    nextAttemptAt: Date,
    firstFailedAt: Date,
    createdAt: needed(Date),
    paidAt: Date,
    fetchedAt: needed(Date),
    conversion: Mixed,
    refunds: needed(Mixed),
    effects: needed(Mixed),
    effectsDueAt: Date,
    effectsAttempts: Number,
    order: needed(String),
    paidMonth: String,
  },
  { versionKey: false, collection: "payments" },
);

/** Payments in MongoDB: one document each, every change under a version guard. */
export function mongoPayments({ connection, clock }: BillingContext): Payments {
  const model = connection.model<PaymentDocument>("Payment", schema);
  const aggregates = mongoAggregates<Payment, PaymentDocument>({
    model,
    toState: toPayment,
    toFields,
  });
  return {
    find: aggregates.find,
    update: (id, decide) =>
      aggregates.update(id, (current) => {
        const state = decidePayment(current, decide(current), clock.now());
        return state && { state, eventType: "" };
      }),
    list: async ({ id, userId, status, limit, cursor }) => {
      const before = decodeCursor(cursor);
      const documents = await model
        .find({
          ...compact({ _id: id, userId, status }),
          ...(before !== undefined && { order: trusted({ $lt: before }) }),
        })
        .sort({ order: -1 })
        .limit(limit + 1)
        .lean<PaymentDocument[]>();
      const page = toPage(documents, limit, ({ order }) => order);
      return { ...page, rows: page.rows.map(toPayment) };
    },
    sums: (fromMonth, toMonth) =>
      model.aggregate<PaymentSum>([
        { $match: { paidMonth: { $gte: fromMonth, $lte: toMonth } } },
        {
          $group: {
            _id: { month: "$paidMonth", plan: "$plan" },
            payments: { $sum: 1 },
            grossCents: { $sum: "$amountCents" },
            refundedCents: { $sum: "$refundedCents" },
          },
        },
        { $addFields: { month: "$_id.month", plan: "$_id.plan" } },
        { $project: { _id: 0 } },
      ]),
    countConversions: async (fromMonth, toMonth) => {
      const [sum] = await model.aggregate<{ conversions: number; cents: number }>([
        {
          $match: {
            paidMonth: { $gte: fromMonth, $lte: toMonth },
            conversion: { $exists: true },
          },
        },
        {
          $group: {
            _id: null,
            conversions: { $sum: 1 },
            cents: { $sum: "$conversion.amountCents" },
          },
        },
        { $project: { _id: 0 } },
      ]);
      return sum ?? { conversions: 0, cents: 0 };
    },
  };
}

function toPayment({ _id: id, ...document }: PaymentDocument): Payment {
  const { version: _version, effectsAttempts: _attempts, ...rest } = document;
  const { order: _order, paidMonth: _month, ...fields } = rest;
  return { id, ...fields };
}

/** The fields of a document; undefined unsets a field. */
function toFields({ id, ...payment }: Payment): Record<string, unknown> {
  return {
    ...optionalFields,
    ...payment,
    order: orderKey(payment.createdAt, id),
    paidMonth: payment.paidAt && monthOf(payment.paidAt),
    ...(payment.effects.length === 0 && { effectsAttempts: undefined }),
  };
}

const optionalFields = {
  checkoutId: undefined,
  subscriptionId: undefined,
  nextAttemptAt: undefined,
  firstFailedAt: undefined,
  paidAt: undefined,
  conversion: undefined,
  effectsDueAt: undefined,
};
