import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, Schema } from "mongoose";
import type { CountedConversion } from "../domain/payment.ts";
import type { Conversions } from "../use-cases/ports.ts";
import { monthOf } from "./payment-schema.ts";

/** A conversion as it lies in the database; without the user once that one has left. */
type ConversionDocument = Omit<CountedConversion, "paymentId" | "userId"> & {
  _id: string;
  userId?: string;
  month: string;
};

const needed = <Type>(type: Type) => ({ type, required: true as const });

const schema = new Schema<ConversionDocument>(
  {
    _id: needed(String),
    userId: String,
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
    findOf: async (userId) => {
      const documents = await model.find({ userId }).lean<ConversionDocument[]>();
      return documents.map(({ _id, month: _month, ...rest }) => ({
        ...rest,
        paymentId: _id,
        userId,
      }));
    },
    disown: async (userId) => {
      await model.updateMany({ userId }, { $unset: { userId: 1 } });
    },
  };
};
