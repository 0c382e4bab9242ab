import { idAfter } from "@orbline/kit/mongo/connection";
import { readInRounds } from "@orbline/kit/mongo/cursor-batches";
import { type Connection, Schema, trusted } from "mongoose";
import type { Checkout } from "../domain/checkout.ts";
import type { Checkouts } from "../use-cases/ports.ts";

/** A checkout as it lies in the database. */
export type CheckoutDocument = Omit<Checkout, "id"> & { _id: string };

const schema = new Schema<CheckoutDocument>(
  {
    _id: { type: String, required: true },
    userId: String,
    guest: Schema.Types.Mixed,
    remindAt: Date,
    plan: { type: String, required: true },
    source: { type: String, required: true },
    affiliateCode: String,
    status: { type: String, required: true },
    sessionId: String,
    url: String,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "checkouts" },
);

/** One user has one page open; more are left only where many were opened at the same moment. */
const maxOpen = 100;

const toCheckout = ({ _id, ...fields }: CheckoutDocument): Checkout => ({ id: _id, ...fields });

const absent = () => trusted({ $exists: false });

const idOf = ({ id }: Checkout) => id;

/** Checkouts in MongoDB. */
export const mongoCheckouts = ({ connection }: { connection: Connection }): Checkouts => {
  const model = connection.model<CheckoutDocument>("Checkout", schema);
  const [lost, remindable] = [readInRounds(idOf), readInRounds(idOf)];
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
        .limit(maxOpen)
        .lean<CheckoutDocument[]>();
      return documents.map(toCheckout);
    },
    findStarting: async (userId) => {
      const begun = model.find({ userId, status: "starting" }).limit(maxOpen);
      return (await begun.lean<CheckoutDocument[]>()).map(toCheckout);
    },
    findLost: (before, limit) =>
      lost(limit, async (after) => {
        const begun = { status: "starting" as const, createdAt: trusted({ $lte: before }) };
        const found = model
          .find({ ...begun, ...idAfter(after) })
          .sort({ _id: 1 })
          .limit(limit);
        return (await found.lean<CheckoutDocument[]>()).map(toCheckout);
      }),
    open: async (id, page) => {
      await model.updateOne({ _id: id }, { $set: { ...page, status: "open" } });
    },
    replace: async (id) => {
      const unpaid = trusted({ $ne: "paid" as const });
      await model.updateOne({ _id: id, status: unpaid }, { $set: { status: "replaced" } });
    },
    pay: async (id, sessionId) => {
      await model.updateOne({ _id: id }, { $set: { sessionId, status: "paid" } });
    },
    attach: async (id, userId) => {
      const nobodys = { _id: id, userId: absent() };
      await model.updateOne(nobodys, { $set: { userId } });
      return (await model.findById(id).lean<CheckoutDocument>())?.userId;
    },
    settleGuest: async (id, { accountId, paidAt }, remindAt) => {
      const settled = { "guest.accountId": accountId, "guest.paidAt": paidAt, "guest.mailed": 1 };
      const unmailed = { _id: id, "guest.mailed": 0 };
      await model.updateOne(unmailed, { $set: { ...settled, remindAt } });
    },
    noteGuest: async (id, changes, remindAt) => {
      const entries = Object.entries(changes).map(([name, value]) => [`guest.${name}`, value]);
      const set = entries.filter(([, value]) => value !== undefined);
      const gone = entries.filter(([, value]) => value === undefined).map(([name]) => [name, 1]);
      const unset = { ...Object.fromEntries(gone), ...(remindAt === null && { remindAt: 1 }) };
      await model.updateOne(
        { _id: id },
        {
          $set: { ...Object.fromEntries(set), ...(remindAt && { remindAt }) },
          ...(Object.keys(unset).length > 0 && { $unset: unset }),
        },
      );
    },
    claim: async (id, userId, at) => {
      const theirs = { _id: id, "guest.accountId": userId };
      const kept = { "guest.abandoningAt": absent(), "guest.abandonedAt": absent() };
      const claimed = { $set: { userId }, $min: { "guest.claimedAt": at } };
      return (await model.updateOne({ ...theirs, ...kept }, claimed)).matchedCount > 0;
    },
    abandon: async (id, at) => {
      const unclaimed = { _id: id, "guest.claimedAt": absent() };
      const abandoned = await model.updateOne(unclaimed, { $min: { "guest.abandoningAt": at } });
      return abandoned.matchedCount > 0;
    },
    useLogin: async (id, at) => {
      const unused = { _id: id, "guest.loginUsedAt": absent() };
      const used = await model.updateOne(unused, { $set: { "guest.loginUsedAt": at } });
      return used.matchedCount > 0;
    },
    findRemindable: (now, limit) =>
      remindable(limit, async (after) => {
        const due = model.find({ remindAt: trusted({ $lte: now }), ...idAfter(after) });
        const documents = await due.sort({ _id: 1 }).limit(limit).lean<CheckoutDocument[]>();
        return documents.map(toCheckout);
      }),
    findOf: async (userId) => {
      const documents = await model.find({ userId }).limit(maxOpen).lean<CheckoutDocument[]>();
      return documents.map(toCheckout);
    },
    findMailedTo: async (accountId) => {
      const unowned = { "guest.accountId": accountId, userId: absent() };
      const documents = await model.find(unowned).limit(maxOpen).lean<CheckoutDocument[]>();
      return documents.map(toCheckout);
    },
    forget: async (id) => {
      await model.deleteOne({ _id: id });
    },
    eraseOf: async (userId) => {
      await model.deleteMany({ userId });
    },
  };
};
