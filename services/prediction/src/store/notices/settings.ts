import { randomBytes, timingSafeEqual } from "node:crypto";
import type { PickEmails } from "@orbline/proto/constants/predictions";
import type { Connection } from "mongoose";
import { nextRecapAt } from "../../domain/recap.ts";
import type { NotificationSettings } from "../../use-cases/ports-notices.ts";

/** A user's choice; the id is the user's. */
type SettingsDocument = {
  _id: string;
  emails: PickEmails;
  /** 128 random bits in hexadecimal, part of the unsubscribe link. It never changes, so the links in old emails keep working. */
  unsubscribeSecret: string;
  /** When the next weekly recap is due, on the slate's clock; set while it is chosen. */
  recapDueAt?: Date;
  /** Where the recap begins that a time-out has delayed. */
  recapFrom?: Date;
  /** Settled predictions with messages to the user on one UTC day, YYYY-MM-DD, in their order. */
  notified?: { day: string; picks: string[] };
};

const noRecap = { recapDueAt: 1, recapFrom: 1 } as const;

export const settingsCollection = (connection: Connection) =>
  connection.collection<SettingsDocument>("notification_settings");

export function mongoNotificationSettings(connection: Connection): NotificationSettings {
  const settings = settingsCollection(connection);
  return {
    find: async (userId) => {
      const found = await settings.findOne({ _id: userId });
      if (!found) return { emails: "off" };
      const { emails, unsubscribeSecret } = found;
      return { emails, unsubscribeToken: `${userId}.${unsubscribeSecret}` };
    },
    choose: async (userId, emails, now) => {
      await settings.updateOne(
        { _id: userId },
        {
          $setOnInsert: { unsubscribeSecret: newSecret() },
          ...(emails === "weekly"
            ? { $set: { emails, recapDueAt: nextRecapAt(now) } }
            : { $set: { emails }, $unset: noRecap }),
        },
        { upsert: true },
      );
    },
    unsubscribe: async (token) => {
      const at = token.lastIndexOf(".");
      const userId = token.slice(0, at);
      const found = await settings.findOne({ _id: userId });
      if (!found || !isSame(found.unsubscribeSecret, token.slice(at + 1))) return false;
      await settings.updateOne({ _id: userId }, { $set: { emails: "off" }, $unset: noRecap });
      return true;
    },
    findEach: async (userIds) => {
      if (userIds.length === 0) return new Set();
      const chosen = { _id: { $in: [...userIds] }, emails: "each" as const };
      const found = await settings.find(chosen, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    },
    countPick: async ({ userId, predictionId, day }) => {
      // Users who get pushes alone have made no choice of emails.
      const first = { emails: "off" as const, unsubscribeSecret: newSecret() };
      await settings.updateOne({ _id: userId }, { $setOnInsert: first }, { upsert: true });
      await settings.updateOne(
        { _id: userId, "notified.day": { $ne: day } },
        { $set: { notified: { day, picks: [] } } },
      );
      const counted = await settings.findOneAndUpdate(
        { _id: userId, "notified.day": day },
        { $addToSet: { "notified.picks": predictionId } },
        { returnDocument: "after" },
      );
      return (counted?.notified?.picks.indexOf(predictionId) ?? 0) + 1;
    },
    findDueRecaps: async (before, limit) => {
      const due = { recapDueAt: { $lte: before } };
      const found = await settings.find(due, { limit }).toArray();
      return found.flatMap(({ _id: userId, recapDueAt: dueAt, recapFrom: from }) =>
        dueAt ? [{ userId, dueAt, from }] : [],
      );
    },
    // A user who has changed the choice in the meantime has another time, or none.
    recapQueued: async ({ userId, dueAt }, recapDueAt) => {
      await settings.updateOne(
        { _id: userId, recapDueAt: dueAt },
        { $set: { recapDueAt }, $unset: { recapFrom: 1 } },
      );
    },
    delayRecap: async ({ userId, dueAt, from }, recapDueAt) => {
      await settings.updateOne(
        { _id: userId, recapDueAt: dueAt },
        { $set: { recapDueAt, recapFrom: from } },
      );
    },
  };
}

const newSecret = () => randomBytes(16).toString("hex");

/** A user's choice for an export. */
export const exportSettings = (connection: Connection, userId: string) =>
  settingsCollection(connection)
    .find({ _id: userId }, { projection: { _id: 0, emails: 1 } })
    .toArray();

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
