import { isDuplicateKey } from "@orbline/kit/mongo";
import { type Connection, Schema } from "mongoose";
import type { Conversions } from "../use-cases/ports.ts";
import { monthOf } from "./payment-schema.ts";

type Counted = Parameters<Conversions["count"]>[0];
type ConversionDocument = Omit<Counted, "paymentId"> & { _id: string; month: string };

const needed = <Type>(type: Type) => ({ type, required: true as const });

const schema = new Schema<ConversionDocument>(
  {
    _id: needed(String),
    userId: needed(String),
    plan: needed(String),
    code: needed(String),
    source: needed(String),
    amountCents: needed(Number),
    at: needed(Date),
    month: needed(String),
  },
  { versionKey: false, collection: "affiliate_conversions" },
);

/** Affiliates' conversions in MongoDB; `_id` is the payment's id. */
export const mongoConversions = ({ connection }: { connection: Connection }): Conversions => {
  const model = connection.model<ConversionDocument>("AffiliateConversion", schema);
  return {
    count: async ({ paymentId, ...conversion }) => {
      try {
        await model.create({ _id: paymentId, ...conversion, month: monthOf(conversion.at) });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    sum: async (fromMonth, toMonth) => {
      const [sum] = await model.aggregate<{ conversions: number; cents: number }>([
        { $match: { month: { $gte: fromMonth, $lte: toMonth } } },
        { $group: { _id: null, conversions: { $sum: 1 }, cents: { $sum: "$amountCents" } } },
      ]);
      return { conversions: sum?.conversions ?? 0, cents: sum?.cents ?? 0 };
    },
  };
};
