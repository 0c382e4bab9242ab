import { randomUUID } from "node:crypto";
import { AppError } from "@orbline/kit/errors";
import { mongoAggregates } from "@orbline/kit/mongo/aggregate";
import { idAfter, isDuplicateKey } from "@orbline/kit/mongo/connection";
import { readInBatches } from "@orbline/kit/mongo/cursor-batches";
import type { PendingEmail } from "../domain/email.ts";
import { noSubscription } from "../domain/subscription.ts";
import type { UserChange } from "../domain/user-changes.ts";
import { emailTaken, userNotFound, usernameTaken } from "../domain/user-errors.ts";
import type { User, UserId } from "../domain/user.ts";
import type { Users } from "../use-cases/ports.ts";
import {
  toAccount,
  toRecord,
  toUserFields,
  type UserCollection,
  type UserDocument,
  type UserRecord,
} from "./user-document.ts";

type Options = {
  collection: UserCollection;
  /** Called with each id that must be published. */
  onChange: (id: string) => void;
  /** Called when an account has new pending emails. */
  onPendingEmails: () => void;
};

/** Accounts in MongoDB, one document each. */
export function mongoUsers({ collection, onChange, onPendingEmails }: Options): Users {
  const queries = userQueries(collection);
  const aggregates = mongoAggregates<UserRecord, UserDocument>({
    collection,
    toState: toRecord,
    toFields: toUserFields,
    initialFields: { subscriptionSeq: 0 },
    changed: onChange,
  });

  /** The server does not report which unique key is taken, so both are looked up. */
  const takenError = async ({ id, username, email }: User): Promise<AppError> => {
    const owner = await queries.findByUsername(username);
    if (owner && owner.user.id !== id) return usernameTaken();
    if (email !== undefined && (await queries.findByEmail(email))) return emailTaken();
    return new AppError("conflict", "write.conflict", "Please try again.");
  };

  return {
    ...queries,
    nextId: () => `usr_${randomUUID().replaceAll("-", "")}` as UserId,
    add: async (registered) => {
      const { eventType, state: user, emails } = registered;
      try {
        const state = withEmails({ user }, emails);
        const { version } = await aggregates.create(user.id, { eventType, state });
        if (emails.length > 0) onPendingEmails();
        return { user, subscription: noSubscription, version };
      } catch (error) {
        throw isDuplicateKey(error) ? await takenError(user) : error;
      }
    },
    update: async (id, decide) => {
      let change: UserChange | undefined;
      try {
        const { changed } = await aggregates.update(id, (current) => {
          if (!current || current === "deleted") throw userNotFound();
          change = decide(current.user);
          if (!change) return undefined;
          const state = withEmails({ ...current, user: change.state }, change.emails);
          return { eventType: change.eventType, state };
        });
        if (changed && change?.emails.length) onPendingEmails();
      } catch (error) {
        throw change && isDuplicateKey(error) ? await takenError(change.state) : error;
      }
    },
    remove: async (id) => {
      await aggregates.update(id, (current) =>
        !current || current === "deleted"
          ? undefined
          : { eventType: "user.deleted", state: "deleted" },
      );
    },
    projectSubscription: async (id, subscription, seq) => {
      const older = { _id: id, subscriptionSeq: { $lt: seq } };
      await collection.updateOne(older, { $set: { subscription, subscriptionSeq: seq } });
    },
  };
}

/** Adds emails, due now. */
function withEmails(
  record: Exclude<UserRecord, "deleted">,
  emails: readonly PendingEmail[],
): UserRecord {
  if (emails.length === 0) return record;
  const pendingEmails = [...(record.pendingEmails ?? []), ...emails];
  return { ...record, pendingEmails, emailsDueAt: new Date() };
}

/** Finds accounts, but not the remaining document of a deleted one. */
export function userQueries(
  collection: UserCollection,
): Pick<Users, "find" | "findByUsername" | "findByEmail" | "findDeletions"> {
  const findOne = async (key: { _id: string } | { usernameLower: string } | { email: string }) => {
    const document = await collection.findOne(key);
    return document && !document.deleted ? toAccount(document) : undefined;
  };
  const nextBatch = readInBatches((id: UserId) => id);
  return {
    find: (id) => findOne({ _id: id }),
    findByUsername: (username) => findOne({ usernameLower: username.toLowerCase() }),
    findByEmail: (email) => findOne({ email: email.toLowerCase() }),
    findDeletions: (limit) =>
      nextBatch(limit, async (after) => {
        const due = { deletionAt: { $lte: new Date() }, ...idAfter(after) };
        const range = { projection: { _id: 1 }, sort: { _id: 1 }, limit } as const;
        const documents = await collection.find(due, range).toArray();
        return documents.map(({ _id }) => _id as UserId);
      }),
  };
}
