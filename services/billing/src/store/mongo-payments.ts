import { isDeepStrictEqual } from "node:util";
import { mongoAggregates } from "@orbline/kit/mongo/aggregate";
import { idAfter } from "@orbline/kit/mongo/connection";
import { readInRounds } from "@orbline/kit/mongo/cursor-batches";
import { type Connection, trusted } from "mongoose";
import { paymentEvent, type Payment } from "../domain/payment.ts";
import type { PaymentSum } from "../domain/payment-sum.ts";
import type { PaymentRecords } from "../use-cases/ports.ts";
import { readCursor, toPage } from "./pages.ts";
import {
  type PaymentDocument,
  paymentModel,
  toPayment,
  toPaymentFields,
} from "./payment-schema.ts";

type SumDocument = Omit<PaymentSum, "month" | "plan"> & { _id: { month: string; plan: string } };

/** Payments in MongoDB: one document each, every change guarded and marked for publishing. */
export const mongoPayments = ({
  connection,
  changed,
}: {
  connection: Connection;
  changed: (paymentId: string) => void;
}): PaymentRecords => {
  const model = paymentModel(connection);
  const aggregates = mongoAggregates<Payment, PaymentDocument>({
    model,
    toState: toPayment,
    toFields: toPaymentFields,
    changed,
  });
  const owing = readInRounds((id: string) => id);
  return {
    find: aggregates.find,
    update: (id, decide) =>
      aggregates.update(id, (current) => {
        const state = decide(current);
        if (!state || isDeepStrictEqual(state, current)) return undefined;
        return { state, eventType: paymentEvent(state) };
      }),
    list: async ({ id, userId, status, ...request }) => {
      const before = readCursor(request);
      const documents = await model
        .find({
          ...(id && { _id: id }),
          ...(userId && { userId }),
          ...(status && { status }),
          ...(before && { order: trusted({ $lt: before }) }),
        })
        .sort({ order: -1 })
        .limit(request.limit + 1)
        .lean<PaymentDocument[]>();
      return toPage(documents, request, toPayment);
    },
    findWithDuties: (limit) =>
      owing(limit, async (after) => {
        const owed = model.find({ hasDuties: true, ...idAfter(after) }, { _id: 1 });
        const found = owed.sort({ _id: 1 }).limit(limit);
        return (await found.lean<{ _id: string }[]>()).map(({ _id }) => _id);
      }),
    sums: async (fromMonth, toMonth) => {
      const rows = await model.aggregate<SumDocument>([
        { $match: { paidMonth: { $gte: fromMonth, $lte: toMonth } } },
        {
          $group: {
            _id: { month: "$paidMonth", plan: "$plan" },
            payments: { $sum: 1 },
            grossCents: { $sum: "$amountCents" },
            refundedCents: { $sum: "$refundedCents" },
          },
        },
      ]);
      return rows.map(({ _id: { month, plan }, ...sum }) => ({ month, plan, ...sum }));
    },
  };
};
