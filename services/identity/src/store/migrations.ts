import { mailOutboxMigration } from "@orbline/kit/mail/outbox";
import type { Migration } from "@orbline/kit/mongo/migrations";
import { keysOf, type NameDocument } from "./names.ts";
import type { UserDocument } from "./user-document.ts";

/** Creates the index of every query. */
export const migrations: Migration[] = [
  {
    name: "0001-initial",
    up: async (db) => {
      await db.collection("users").createIndexes([
        { name: "username", key: { usernameLower: 1 }, unique: true, sparse: true },
        { name: "email", key: { email: 1 }, unique: true, sparse: true },
        { name: "pending", key: { pendingAt: 1 }, sparse: true },
        { name: "emailsDue", key: { emailsDueAt: 1 }, sparse: true },
        { name: "deletions", key: { deletionAt: 1 }, sparse: true },
      ]);
      await db
        .collection("waitlist_entries")
        .createIndexes([{ name: "user", key: { userId: 1 }, sparse: true }]);
      await db.collection("links").createIndexes([
        { name: "user", key: { userId: 1, purpose: 1 }, sparse: true },
        { name: "address", key: { email: 1, purpose: 1 } },
        { name: "expiry", key: { expiresAt: 1 } },
      ]);
      await mailOutboxMigration("").up(db);
    },
  },
  {
    name: "0002-security-events",
    up: async (db) => {
      await db.collection("security_events").createIndexes([
        { name: "order", key: { order: 1 } },
        { name: "user", key: { userId: 1, order: 1 } },
      ]);
    },
  },
  {
    name: "0003-names",
    up: async (db) => {
      await db.collection("names").createIndexes([{ name: "user", key: { userId: 1 } }]);
      await claimNames(db);
      const users = db.collection("users");
      for (const { name, unique } of await users.indexes())
        if (name && unique) await users.dropIndex(name);
    },
  },
  {
    name: "0004-held-names",
    up: async (db) => {
      await db
        .collection("names")
        .createIndexes([{ name: "held", key: { heldUntil: 1 }, sparse: true }]);
    },
  },
];

/** Accounts of earlier versions keep their names, which unique indexes protected. */
async function claimNames(db: Parameters<Migration["up"]>[0]): Promise<void> {
  const names = db.collection<NameDocument>("names");
  const users = db.collection<UserDocument>("users").find({ username: { $exists: true } });
  const claimedAt = new Date();
  for await (const { _id: userId, username, email } of users)
    for (const key of keysOf({ username, email }))
      await names.updateOne(
        { _id: key },
        { $setOnInsert: { userId, claimedAt } },
        { upsert: true },
      );
}
