import { mailOutboxMigration } from "@orbline/kit/mail/outbox";
import type { Migration } from "@orbline/kit/mongo/migrations";
import { outboxMigration } from "@orbline/kit/mongo/outbox";

/** Indexes behind every query of a request or a sweep. */
export const migrations: Migration[] = [
  {
    name: "0001-initial",
    up: async (db) => {
      const newestFirst = { createdAt: -1, _id: -1 } as const;
      await db.collection("predictions").createIndexes([
        { key: { userId: 1, ...newestFirst }, name: "userId_createdAt" },
        { key: { userId: 1, outcome: 1, ...newestFirst }, name: "userId_outcome_createdAt" },
        { key: { userId: 1, sport: 1, ...newestFirst }, name: "userId_sport_createdAt" },
        { key: { userId: 1, riskLevel: 1, ...newestFirst }, name: "userId_riskLevel_createdAt" },
        { key: { dueAt: 1 }, name: "dueAt", sparse: true },
        { key: { toProfile: 1 }, name: "toProfile", sparse: true },
        { key: { toPerformance: 1 }, name: "toPerformance", sparse: true },
      ]);
      await db.collection("live_games").createIndexes([
        { key: { eventId: 1 }, name: "eventId" },
        { key: { awaits: 1 }, name: "awaits", sparse: true },
        { key: { finishedAt: 1 }, name: "finishedAt", sparse: true },
      ]);
    },
  },
  {
    name: "0002-game-identity",
    up: async (db) => {
      await db.collection("live_games").createIndexes([
        { key: { otherEventIds: 1 }, name: "otherEventIds", sparse: true },
        { key: { feed: 1, startsAt: 1 }, name: "feed_startsAt" },
      ]);
    },
  },
  {
    name: "0003-results",
    up: async (db) => {
      await db.collection("results").createIndex({ changedAt: 1 }, { name: "changedAt" });
    },
  },
  {
    name: "0004-record-log",
    up: async (db) => {
      await db.collection("predictions").createIndexes([
        { key: { toLeaf: 1 }, name: "toLeaf", sparse: true },
        { key: { "share.slug": 1 }, name: "share_slug", sparse: true, unique: true },
      ]);
      await db.collection("leaves").createIndexes([
        { key: { predictionId: 1 }, name: "predictionId", sparse: true },
        { key: { userId: 1 }, name: "userId", sparse: true },
      ]);
      await db.collection("tree_heads").createIndexes([
        { key: { pendingAt: 1 }, name: "pendingAt", sparse: true },
        { key: { size: 1, _id: 1 }, name: "size" },
      ]);
      await markWithoutLeaf(db);
    },
  },
  {
    name: "0005-analyses",
    up: async (db) => {
      await db.collection("analyses").createIndex({ userId: 1 }, { name: "userId" });
    },
  },
  {
    name: "0006-guardrails",
    up: async (db) => {
      await db
        .collection("guardrails")
        .createIndex({ pendingAt: 1 }, { name: "pendingAt", sparse: true });
    },
  },
  {
    name: "0007-ledger",
    up: async (db) => {
      const options = { name: "betBy", sparse: true };
      await db.collection("predictions").createIndex({ betBy: 1 }, options);
    },
  },
  {
    name: "0008-slugs-without-unique-index",
    up: async (db) => {
      // Slugs are 128 random bits, and a sharded collection cannot have another unique index.
      const predictions = db.collection("predictions");
      if (await predictions.indexExists("share_slug")) await predictions.dropIndex("share_slug");
      await predictions.createIndex({ "share.slug": 1 }, { name: "share_slug", sparse: true });
    },
  },
  {
    name: "0009-notices",
    up: async (db) => {
      const options = { name: "userId_settledAt" };
      await db.collection("predictions").createIndex({ userId: 1, settledAt: -1 }, options);
    },
  },
  mailOutboxMigration("0010-mail-outbox"),
  {
    name: "0011-pick-emails",
    up: async (db) => {
      await db
        .collection("predictions")
        .createIndex({ toEmail: 1 }, { name: "toEmail", sparse: true });
      await db
        .collection("notification_settings")
        .createIndex({ recapDueAt: 1 }, { name: "recapDueAt", sparse: true });
    },
  },
  {
    name: "0012-last-settled",
    up: async (db) => {
      const options = { name: "settledAt", sparse: true };
      await db.collection("predictions").createIndex({ settledAt: -1 }, options);
    },
  },
  {
    name: "0013-push-devices",
    up: async (db) => {
      await db.collection("push_devices").createIndex({ userId: 1 }, { name: "userId" });
    },
  },
  outboxMigration("0014-push-outbox", "pending_pushes"),
];

/** Predictions of earlier versions get a leaf too. */
async function markWithoutLeaf(db: Parameters<Migration["up"]>[0]): Promise<void> {
  const predictions = db.collection<{ _id: string; createdAt: Date }>("predictions");
  const options = { projection: { createdAt: 1 }, sort: { _id: 1 }, limit: 1_000 } as const;
  for (let after = ""; ;) {
    const batch = await predictions.find({ _id: { $gt: after } }, options).toArray();
    const last = batch.at(-1);
    if (!last) return;
    after = last._id;
    const ids = batch.map(({ _id }) => _id);
    const leaves = await db
      .collection("leaves")
      .find({ predictionId: { $in: ids } })
      .toArray();
    const known = new Set(leaves.map(({ predictionId }) => String(predictionId)));
    const missing = batch.filter(({ _id }) => !known.has(_id));
    if (missing.length > 0)
      await predictions.bulkWrite(
        missing.map(({ _id, createdAt }) => ({
          updateOne: { filter: { _id }, update: { $set: { toLeaf: createdAt } } },
        })),
      );
  }
}
