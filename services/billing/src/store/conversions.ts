import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { CountedConversion } from "../domain/payment/payment.ts";
import type { Conversions } from "../use-cases/ports.ts";
import { monthOf } from "./subscriptions.ts";

/** A stored conversion; `_id` is the id of the payment. Without `userId` the user was deleted. */
type ConversionDocument = Omit<CountedConversion, "paymentId" | "userId"> & {
  _id: string;
  userId?: string;
  month: string;
};

/** Affiliate conversions in MongoDB. */
export function mongoConversions({ connection }: { connection: Connection }): Conversions {
  const conversions = connection.collection<ConversionDocument>("affiliate_conversions");
  return {
    count: async ({ paymentId, ...conversion }) => {
      const month = monthOf(conversion.at);
      await insertOnce(conversions.insertOne({ _id: paymentId, ...conversion, month }));
    },
    sum: async (fromMonth, toMonth) => {
      const [sum] = await conversions
        .aggregate<{ conversions: number; cents: number }>([
          { $match: { month: { $gte: fromMonth, $lte: toMonth } } },
          { $group: { _id: null, conversions: { $sum: 1 }, cents: { $sum: "$amountCents" } } },
        ])
        .toArray();
      return { conversions: sum?.conversions ?? 0, cents: sum?.cents ?? 0 };
    },
    findOf: async (userId) => {
      const documents = await conversions.find({ userId }).toArray();
      return documents.map(({ _id: paymentId, month: _month, ...rest }) => ({
        ...rest,
        paymentId,
        userId,
      }));
    },
    anonymize: async (userId) => {
      await conversions.updateMany({ userId }, { $unset: { userId: 1 } });
    },
  };
}
