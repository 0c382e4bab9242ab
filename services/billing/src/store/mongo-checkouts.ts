import { type Connection, Schema } from "mongoose";
import type { Checkout } from "../domain/checkout.ts";
import type { Checkouts } from "../use-cases/ports.ts";

type CheckoutDocument = Omit<Checkout, "id"> & { _id: string };

const schema = new Schema<CheckoutDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    plan: { type: String, required: true },
    source: { type: String, required: true },
    affiliateCode: String,
    status: { type: String, required: true },
    sessionId: String,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "checkouts" },
);

const toCheckout = ({ _id, ...fields }: CheckoutDocument): Checkout => ({ id: _id, ...fields });

/** Checkouts in MongoDB. */
export const mongoCheckouts = ({ connection }: { connection: Connection }): Checkouts => {
  const model = connection.model<CheckoutDocument>("Checkout", schema);
  return {
    create: async ({ id, ...fields }) => {
      await model.create({ _id: id, ...fields });
    },
    find: async (id) => {
      const document = await model.findById(id).lean<CheckoutDocument>();
      return document ? toCheckout(document) : undefined;
    },
    findBySession: async (sessionId) => {
      const document = await model.findOne({ sessionId }).lean<CheckoutDocument>();
      return document ? toCheckout(document) : undefined;
    },
    findOpen: async (userId) => {
      const documents = await model
        .find({ userId, status: "open" })
        .limit(20)
        .lean<CheckoutDocument[]>();
      return documents.map(toCheckout);
    },
    change: async (id, fields) => {
      await model.updateOne({ _id: id }, { $set: fields });
    },
  };
};
