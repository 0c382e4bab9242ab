import { randomUUID } from "node:crypto";
import { AppError } from "@orbline/kit/errors";
import { mongoAggregates } from "@orbline/kit/mongo/aggregate";
import { idAfter } from "@orbline/kit/mongo/connection";
import { readInBatches } from "@orbline/kit/mongo/cursor-batches";
import type { PendingEmail } from "../domain/email.ts";
import { noSubscription } from "../domain/subscription.ts";
import type { UserChange } from "../domain/user-changes.ts";
import { emailTaken, userNotFound, usernameTaken } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Users } from "../use-cases/ports.ts";
import { emailKey, keysOf, mongoNames, type NameCollection, usernameKey } from "./names.ts";
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
  names: NameCollection;
  /** Called with each id that must be published. */
  onChange: (id: string) => void;
  /** Called when an account has new pending emails. */
  onPendingEmails: () => void;
};

/** Accounts in MongoDB, one document each, and their names. */
export function mongoUsers(options: Options): Users {
  const { collection, onChange, onPendingEmails } = options;
  const names = mongoNames({ names: options.names, users: collection });
  const queries = userQueries(options);
  const aggregates = mongoAggregates<UserRecord, UserDocument>({
    collection,
    toState: toRecord,
    toFields: toUserFields,
    initialFields: { subscriptionSeq: 0 },
    changed: onChange,
  });

  const claim = async (id: UserId, keys: readonly string[]): Promise<void> => {
    const taken = await names.claim(id, keys);
    if (taken !== undefined) throw taken.startsWith("username:") ? usernameTaken() : emailTaken();
  };

  return {
    ...queries,
    nextId: () => `usr_${randomUUID().replaceAll("-", "")}` as UserId,
    add: async (registered) => {
      const { eventType, state: user, emails } = registered;
      await claim(user.id, keysOf(user));
      const state = withEmails({ user }, emails);
      const { version } = await aggregates.create(user.id, { eventType, state });
      if (emails.length > 0) onPendingEmails();
      return { user, subscription: noSubscription, version };
    },
    update: async (id, decide) => {
      const before = await queries.find(id);
      if (!before) throw userNotFound();
      const known = keysOf(before.user);
      const planned = decide(before.user);
      if (!planned) return;
      const added = keysOf(planned.state).filter((key) => !known.includes(key));
      await claim(id, added);

      let change: UserChange | undefined;
      const { changed } = await aggregates.update(id, (current) => {
        if (!current || current === "deleted") throw userNotFound();
        change = decide(current.user);
        if (!change) return undefined;
        const allowed = [...keysOf(current.user), ...added];
        if (!keysOf(change.state).every((key) => allowed.includes(key))) throw changedMeanwhile();
        const state = withEmails({ ...current, user: change.state }, change.emails);
        return { eventType: change.eventType, state };
      });
      if (!changed || !change) return;
      if (change.emails.length > 0) onPendingEmails();
      const kept = keysOf(change.state);
      await names.release(
        id,
        known.filter((key) => !kept.includes(key)),
        { isEmailVerified: before.user.emailVerified },
      );
    },
    remove: async (id) => {
      // Names first: they are personal data too, and a deletion that fails here is repeated.
      await names.releaseAll(id);
      await aggregates.update(id, (current) =>
        !current || current === "deleted"
          ? undefined
          : { eventType: "user.deleted", state: "deleted" },
      );
    },
    forgetHeldEmails: names.forgetHeld,
    projectSubscription: async (id, subscription, seq) => {
      const older = { _id: id, subscriptionSeq: { $lt: seq } };
      await collection.updateOne(older, { $set: { subscription, subscriptionSeq: seq } });
    },
  };
}

const changedMeanwhile = () =>
  new AppError(
    "conflict",
    "write.conflict",
    "This was changed at the same time. Please try again.",
  );

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
export function userQueries({
  collection,
  names: claims,
}: Pick<Options, "collection" | "names">): Pick<
  Users,
  "find" | "findByUsername" | "findByEmail" | "findDeletions"
> {
  const names = mongoNames({ names: claims, users: collection });
  const findByName = async (key: string) => {
    const document = await names.findOwner(key);
    return document && toAccount(document);
  };
  const nextBatch = readInBatches((id: UserId) => id);
  return {
    find: async (id) => {
      const document = await collection.findOne({ _id: id });
      return document && !document.deleted ? toAccount(document) : undefined;
    },
    findByUsername: (username) => findByName(usernameKey(username)),
    findByEmail: (email) => findByName(emailKey(email)),
    findDeletions: (limit) =>
      nextBatch(limit, async (after) => {
        const due = { deletionAt: { $lte: new Date() }, ...idAfter(after) };
        const range = { projection: { _id: 1 }, sort: { _id: 1 }, limit } as const;
        const documents = await collection.find(due, range).toArray();
        return documents.map(({ _id }) => _id as UserId);
      }),
  };
}
