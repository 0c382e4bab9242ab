import { decodeCursor, orderKey, toPage } from "@orbline/kit/http/cursor";
import { mongoAggregates } from "@orbline/kit/mongo/aggregate";
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
  /** Position in lists, by the start of the payment. */
  order: string;
  /** Month in UTC of the payment, e.g. "2026-11"; unset while unpaid. Serves the revenue report. */
  paidMonth?: string;
};

/** Payments in MongoDB: one document each, and a version guard for every change. */
export function mongoPayments({ connection, clock }: BillingContext): Payments {
  const collection = connection.collection<PaymentDocument>("payments");
  const aggregates = mongoAggregates<Payment, PaymentDocument>({
    collection,
    toState: toPayment,
    toFields: ({ id, ...payment }) => ({
      ...payment,
      order: orderKey(payment.createdAt, id),
      paidMonth: payment.paidAt && monthOf(payment.paidAt),
      ...(payment.effects.length === 0 && { effectsAttempts: undefined }),
    }),
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
      const earlier = before === undefined ? undefined : { $lt: before };
      const filter = compact({ _id: id, userId, status, order: earlier });
      const range = { sort: { order: -1 }, limit: limit + 1 } as const;
      const documents = await collection.find(filter, range).toArray();
      const page = toPage(documents, limit, ({ order }) => order);
      return { ...page, rows: page.rows.map(toPayment) };
    },
    sums: (fromMonth, toMonth) =>
      collection
        .aggregate<PaymentSum>([
          { $match: { paidMonth: { $gte: fromMonth, $lte: toMonth } } },
          {
            $group: {
              _id: { month: "$paidMonth", plan: "$plan" },
              payments: { $sum: 1 },
              grossCents: { $sum: "$amountCents" },
              // The bank has taken the whole amount of a payment whose dispute is open or lost.
              refundedCents: {
                $sum: {
                  $cond: [{ $eq: ["$status", "disputed"] }, "$amountCents", "$refundedCents"],
                },
              },
            },
          },
          { $addFields: { month: "$_id.month", plan: "$_id.plan" } },
          { $project: { _id: 0 } },
        ])
        .toArray(),
    sumFailed: async (since) => {
      const [sum] = await collection
        .aggregate<{ payments: number; cents: number }>([
          { $match: { status: "failed", order: { $gte: orderKey(since, "") } } },
          { $group: { _id: null, payments: { $sum: 1 }, cents: { $sum: "$amountCents" } } },
          { $project: { _id: 0 } },
        ])
        .toArray();
      return sum ?? { payments: 0, cents: 0 };
    },
    countOpenDisputes: () => collection.countDocuments({ status: "disputed", dispute: "open" }),
    countConversions: async (fromMonth, toMonth) => {
      const paidMonth = { $gte: fromMonth, $lte: toMonth };
      const [sum] = await collection
        .aggregate<{ conversions: number; cents: number }>([
          // A refund or a dispute reverses the conversion.
          { $match: { paidMonth, conversion: { $exists: true }, status: "succeeded" } },
          {
            $group: {
              _id: null,
              conversions: { $sum: 1 },
              cents: { $sum: "$conversion.amountCents" },
            },
          },
          { $project: { _id: 0 } },
        ])
        .toArray();
      return sum ?? { conversions: 0, cents: 0 };
    },
  };
}

function toPayment({ _id: id, ...document }: PaymentDocument): Payment {
  const { version: _version, effectsAttempts: _attempts, ...rest } = document;
  const { order: _order, paidMonth: _month, ...fields } = rest;
  return { id, ...fields };
}
