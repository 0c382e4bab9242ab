import { mailOutboxMigration } from "@orbline/kit/mail/outbox";
import type { Migration } from "@orbline/kit/mongo/migrations";
import { mongo } from "mongoose";
import { forgetAt } from "../domain/claims.ts";
import type { CheckoutDocument } from "./mongo-checkouts.ts";
import type { InboxDocument } from "./mongo-webhook-inbox.ts";
import { type TrialCardDocument, trialCardId } from "./mongo-trial-cards.ts";
import { orderOf } from "./pages.ts";

const isIndexMissing = (error: unknown) =>
  error instanceof mongo.MongoServerError && error.code === 27;

/** Indexes behind every query of a request or a sweep in billing. */
export const migrations: Migration[] = [
  {
    name: "0001-indexes",
    up: async (db) => {
      await db.collection("subscriptions").createIndexes([
        { key: { pendingAt: 1 }, name: "pendingAt", sparse: true },
        { key: { lapsesAt: 1 }, name: "lapsesAt", sparse: true },
        { key: { hasDuties: 1 }, name: "hasDuties", sparse: true },
      ]);
      await db.collection("checkouts").createIndexes([
        { key: { sessionId: 1 }, name: "sessionId", unique: true, sparse: true },
        { key: { userId: 1, status: 1 }, name: "userId_status" },
      ]);
      await db
        .collection("webhook_inbox")
        .createIndexes([{ key: { dueAt: 1 }, name: "dueAt", sparse: true }]);
    },
  },
  {
    name: "0002-webhook-retention",
    up: async (db) => {
      await db
        .collection("webhook_inbox")
        .createIndexes([{ key: { finishedAt: 1 }, name: "finishedAt", sparse: true }]);
    },
  },
  {
    name: "0003-payments-figures",
    up: async (db) => {
      await db.collection("payments").createIndexes([
        { key: { pendingAt: 1 }, name: "pendingAt", sparse: true },
        { key: { hasDuties: 1 }, name: "hasDuties", sparse: true },
        { key: { order: 1 }, name: "order" },
        { key: { userId: 1, order: 1 }, name: "userId_order" },
        { key: { status: 1, order: 1 }, name: "status_order" },
        { key: { paidMonth: 1 }, name: "paidMonth", sparse: true },
      ]);
      await db
        .collection("affiliate_conversions")
        .createIndexes([{ key: { month: 1 }, name: "month" }]);
      await db.collection("subscriptions").createIndexes([
        { key: { currentPlan: 1 }, name: "currentPlan", sparse: true },
        { key: { trialMonth: 1 }, name: "trialMonth", sparse: true },
      ]);
      await db.collection("webhook_inbox").createIndexes([
        { key: { order: 1 }, name: "order" },
        { key: { outcome: 1, order: 1 }, name: "outcome_order" },
      ]);
    },
  },
  mailOutboxMigration("0004-owed-mails"),
  {
    name: "0005-unclaimed-purchases",
    up: async (db) => {
      await db
        .collection("checkouts")
        .createIndexes([{ key: { remindAt: 1 }, name: "remindAt", sparse: true }]);
    },
  },
  {
    name: "0006-inbox-of-earlier-versions",
    up: async (db) => {
      const inbox = db.collection<InboxDocument>("webhook_inbox");
      for await (const event of inbox.find({ outcome: { $exists: false } })) {
        const { _id, receivedAt, finishedAt } = event;
        const outcome = finishedAt ? "done" : "open";
        await inbox.updateOne({ _id }, { $set: { outcome, order: orderOf(receivedAt, _id) } });
      }
    },
  },
  {
    name: "0007-purchases-mailed-to-an-account",
    up: async (db) => {
      await db
        .collection("checkouts")
        .createIndexes([{ key: { "guest.accountId": 1 }, name: "guest_accountId", sparse: true }]);
    },
  },
  {
    name: "0008-lost-pages",
    up: async (db) => {
      await db
        .collection("checkouts")
        .createIndexes([{ key: { status: 1, createdAt: 1 }, name: "status_createdAt" }]);
    },
  },
  {
    name: "0009-unpaid-pages-of-earlier-versions",
    up: async (db) => {
      const checkouts = db.collection<CheckoutDocument>("checkouts");
      const hasNoEnd = {
        "guest.email": { $exists: true },
        "guest.paidAt": { $exists: false },
        remindAt: { $exists: false },
      };
      for await (const { _id, createdAt } of checkouts.find(hasNoEnd))
        await checkouts.updateOne({ _id }, { $set: { remindAt: forgetAt(createdAt) } });
    },
  },
  {
    name: "0010-unsettled-deletions",
    up: async (db) => {
      await db
        .collection("erased_users")
        .createIndexes([{ key: { settlesAt: 1 }, name: "settlesAt", sparse: true }]);
    },
  },
  {
    name: "0011-what-is-kept-of-who-left",
    up: async (db) => {
      for (const name of ["trial_cards", "affiliate_conversions"])
        await db
          .collection(name)
          .createIndexes([{ key: { userId: 1 }, name: "userId", sparse: true }]);
      const cards = db.collection<TrialCardDocument>("trial_cards");
      const hashLength = trialCardId("").length;
      for (const { _id, ...card } of await cards.find().toArray()) {
        if (_id.length === hashLength) continue;
        const hashed = { _id: trialCardId(_id) };
        await cards.updateOne(hashed, { $setOnInsert: card }, { upsert: true });
        await cards.deleteOne({ _id });
      }
    },
  },
  {
    // Every sweep reads its list by id. What is due by a date, or owed, is a short list with a sparse index: it is
    // sorted once read, since no index gives a range in the order of another field, and one with _id is never sparse.
    name: "0012-lost-pages-by-id",
    up: async (db) => {
      const checkouts = db.collection("checkouts");
      await checkouts.createIndexes([{ key: { status: 1, _id: 1 }, name: "status_id" }]);
      await checkouts.dropIndex("status_createdAt").catch((error: unknown) => {
        if (!isIndexMissing(error)) throw error;
      });
    },
  },
  {
    name: "0013-nothing-of-who-left-before",
    up: async (db) => {
      const cards = db.collection("trial_cards");
      const conversions = db.collection("affiliate_conversions");
      for await (const { _id: userId } of db.collection<{ _id: string }>("erased_users").find()) {
        await cards.updateMany({ userId }, { $unset: { userId: 1, claimedAt: 1 } });
        await conversions.updateMany({ userId }, { $unset: { userId: 1 } });
      }
    },
  },
  {
    name: "0014-nothing-due-of-finished-events",
    up: async (db) => {
      const isFinished = { finishedAt: { $exists: true }, dueAt: { $exists: true } };
      await db.collection("webhook_inbox").updateMany(isFinished, { $unset: { dueAt: 1 } });
    },
  },
];
