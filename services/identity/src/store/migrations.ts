import { mailOutboxMigration } from "@orbline/kit/mail/outbox";
import type { Migration } from "@orbline/kit/mongo/migrations";

/** Every index of this service; each query of a request path or a sweep has one here. */
const userIndexes = [
  { name: "username", key: { usernameLower: 1 }, unique: true, sparse: true },
  { name: "email", key: { email: 1 }, unique: true, sparse: true },
  { name: "pending", key: { pendingAt: 1 }, sparse: true },
] as const;

const userSweepIndexes = [
  { name: "mails", key: { mailsAt: 1 }, sparse: true },
  { name: "deletions", key: { deletionAt: 1 }, sparse: true },
] as const;

const linkIndexes = [
  { name: "user", key: { userId: 1, purpose: 1 }, sparse: true },
  { name: "expiry", key: { expiresAt: 1 } },
] as const;

/** What brings an empty database to its shape, in order. */
export const migrations: Migration[] = [
  {
    name: "0001-indexes",
    up: async (db) => {
      await db.collection("users").createIndexes(userIndexes.map((index) => ({ ...index })));
    },
  },
  {
    name: "0002-mails-links-and-deletions",
    up: async (db) => {
      await db.collection("users").createIndexes(userSweepIndexes.map((index) => ({ ...index })));
      await db
        .collection("waitlist_entries")
        .createIndexes([{ name: "user", key: { userId: 1 }, sparse: true }]);
      await db.collection("links").createIndexes(linkIndexes.map((index) => ({ ...index })));
    },
  },
  mailOutboxMigration("0003-owed-mails"),
  {
    name: "0004-links-by-address",
    up: async (db) => {
      await db
        .collection("links")
        .createIndexes([{ name: "address", key: { email: 1, purpose: 1 } }]);
    },
  },
];
