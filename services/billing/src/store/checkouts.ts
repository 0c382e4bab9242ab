import { idAfter } from "@orbline/kit/mongo/connection";
import { readInBatches } from "@orbline/kit/mongo/cursor-batches";
import type { Connection, mongo } from "mongoose";
import { compact } from "../domain/compact.ts";
import type { Checkout } from "../domain/checkout.ts";
import type { Checkouts } from "../use-cases/ports.ts";

type CheckoutDocument = Omit<Checkout, "id"> & { _id: string };

/** A user has one open page, or a few when several checkouts opened at the same moment. */
const maxRows = 100;

const absent = { $exists: false };

/** Checkouts in MongoDB. */
export function mongoCheckouts({ connection }: { connection: Connection }): Checkouts {
  const checkouts = connection.collection<CheckoutDocument>("checkouts");
  const findOne = async (filter: mongo.Filter<CheckoutDocument>) => {
    const document = await checkouts.findOne(filter);
    return document ? toCheckout(document) : undefined;
  };
  const findMany = async (filter: mongo.Filter<CheckoutDocument>, limit = maxRows) => {
    const documents = await checkouts.find(filter, { sort: { _id: 1 }, limit }).toArray();
    return documents.map(toCheckout);
  };
  const update = async (
    filter: mongo.Filter<CheckoutDocument>,
    change: mongo.UpdateFilter<CheckoutDocument>,
  ) => (await checkouts.updateOne(filter, change)).matchedCount > 0;
  const readInterrupted = readInBatches(idOf);
  const readRemindable = readInBatches(idOf);
  return {
    create: async ({ id, ...fields }) => {
      await checkouts.insertOne({ _id: id, ...compact(fields) });
    },
    find: (id) => findOne({ _id: id }),
    findBySession: (sessionId) => findOne({ sessionId }),
    findOpen: (userId) => findMany({ userId, status: "open" }),
    findInterrupted: (before, limit) =>
      readInterrupted(limit, (after) =>
        findMany({ status: "starting", createdAt: { $lte: before }, ...idAfter(after) }, limit),
      ),
    findOf: (userId) => findMany({ userId }),
    open: async (id, { sessionId, url }) => {
      await update({ _id: id }, { $set: { sessionId, url, status: "open" } });
    },
    replace: async (id) => {
      await update({ _id: id, status: { $ne: "paid" } }, { $set: { status: "replaced" } });
    },
    pay: async (id, sessionId) => {
      await update({ _id: id }, { $set: { sessionId, status: "paid" } });
    },
    attach: async (id, userId) => {
      await update({ _id: id, userId: absent }, { $set: { userId } });
      return (await findOne({ _id: id }))?.userId;
    },
    settleGuest: async (id, { accountId, paidAt }, remindAt) => {
      const guest = { "guest.accountId": accountId, "guest.paidAt": paidAt, "guest.mailed": 1 };
      await update({ _id: id, "guest.mailed": 0 }, { $set: { ...guest, remindAt } });
    },
    updateGuest: async (id, changes, remindAt) => {
      const $set: Record<string, unknown> = remindAt ? { remindAt } : {};
      const $unset: Record<string, 1> = remindAt === null ? { remindAt: 1 } : {};
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) $unset[`guest.${name}`] = 1;
        else $set[`guest.${name}`] = value;
      }
      const change = {
        ...(Object.keys($set).length > 0 && { $set }),
        ...(Object.keys($unset).length > 0 && { $unset }),
      };
      if (Object.keys(change).length > 0) await update({ _id: id }, change);
    },
    claim: (id, userId, at) =>
      update(
        {
          _id: id,
          "guest.accountId": userId,
          "guest.abandoningAt": absent,
          "guest.abandonedAt": absent,
        },
        { $set: { userId }, $min: { "guest.claimedAt": at } },
      ),
    claimOthers: async (userId, at) => {
      const others = { userId, guest: { $exists: true }, "guest.abandoningAt": absent };
      await checkouts.updateMany(others, { $min: { "guest.claimedAt": at } });
    },
    abandon: (id, at) =>
      update(
        { _id: id, "guest.claimedAt": absent, "guest.loginUsedAt": absent },
        { $min: { "guest.abandoningAt": at } },
      ),
    useLogin: (id, at) =>
      update(
        {
          _id: id,
          "guest.loginUsedAt": absent,
          "guest.claimedAt": absent,
          "guest.abandoningAt": absent,
        },
        { $set: { "guest.loginUsedAt": at } },
      ),
    findRemindable: (now, limit) =>
      readRemindable(limit, (after) =>
        findMany({ remindAt: { $lte: now }, ...idAfter(after) }, limit),
      ),
    findMailedTo: (accountId) => findMany({ "guest.accountId": accountId, userId: absent }),
    delete: async (id) => {
      await checkouts.deleteOne({ _id: id });
    },
    deleteOf: async (userId) => {
      await checkouts.deleteMany({ userId });
    },
  };
}

function toCheckout({ _id: id, ...fields }: CheckoutDocument): Checkout {
  return { id, ...fields };
}

function idOf({ id }: Checkout): string {
  return id;
}
