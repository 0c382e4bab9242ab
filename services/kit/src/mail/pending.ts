import type { Connection } from "mongoose";
import type { Migration } from "../mongo/migrations.ts";
import { isDuplicateKey } from "../mongo/connection.ts";

/** A mail that is owed; `note` says which, in the owner's own terms and without secrets. */
export type OwedMail = {
  id: string;
  note: Record<string, unknown>;
  /** How often it was tried before. */
  attempts: number;
  createdAt: Date;
};

/** How it ended: taken by the mail server, no longer wanted, or given up. */
export type MailOutcome = "sent" | "dropped" | "given-up";

/** While it is owed `dueAt` says when it is next tried; afterwards only the id and its end are kept. */
type OwedDocument = {
  _id: string;
  note?: Record<string, unknown>;
  attempts?: number;
  createdAt?: Date;
  dueAt?: Date;
  doneAt?: Date;
  outcome?: MailOutcome;
};

const collectionName = "owed_mails";

// Each take counts as an attempt: who took it last holds it, and no earlier holder speaks for it any more.
const heldBy = ({ id, attempts }: OwedMail) => ({ _id: id, attempts: attempts + 1 });

/** The indexes of owed mails; a service that sends mails runs it among its own migrations. */
export const owedMailsMigration = (name: string): Migration => ({
  name,
  up: async (db) => {
    await db.collection(collectionName).createIndexes([
      { key: { dueAt: 1 }, name: "dueAt", sparse: true },
      { key: { doneAt: 1 }, name: "doneAt", sparse: true },
    ]);
  },
});

/** Mails that a service owes, in its database. */
export const owedMails = (connection: Connection) => {
  const collection = connection.collection<OwedDocument>(collectionName);

  const findDue = async (now: Date) => {
    const [due] = await collection
      .find({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(1)
      .toArray();
    return due;
  };

  return {
    collection,
    /** Keeps one; an id that is or was known is left as it is. */
    add: async (id: string, note: Record<string, unknown>, now: Date): Promise<void> => {
      try {
        await collection.insertOne({ _id: id, note, attempts: 0, createdAt: now, dueAt: now });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    /** The one that has waited longest, for this caller alone until the lease ends. */
    take: async (now: Date, leaseMs: number): Promise<OwedMail | undefined> => {
      for (;;) {
        const due = await findDue(now);
        if (!due) return undefined;
        const { _id, note = {}, attempts = 0, createdAt = now } = due;
        const mail = { id: _id, note, attempts, createdAt };
        const { matchedCount } = await collection.updateOne(
          { _id, attempts },
          { $set: { attempts: attempts + 1, dueAt: new Date(now.getTime() + leaseMs) } },
        );
        if (matchedCount > 0) return mail;
      }
    },
    /** Gives a taken mail back until then. */
    postpone: async (mail: OwedMail, dueAt: Date): Promise<void> => {
      await collection.updateOne(heldBy(mail), { $set: { dueAt } });
    },
    /** Ends a taken mail; keeps nothing but the id and how it ended. */
    finish: async (mail: OwedMail, outcome: MailOutcome, now: Date): Promise<void> => {
      await collection.replaceOne(heldBy(mail), { doneAt: now, outcome });
    },
    /** Forgets ids of mails that ended before then. */
    forget: async (before: Date): Promise<void> => {
      await collection.deleteMany({ doneAt: { $lt: before } });
    },
  };
};
