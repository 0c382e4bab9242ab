import { randomUUID } from "node:crypto";
import { mongoAggregates } from "@orbline/kit/mongo/aggregate";
import { AppError } from "@orbline/kit/errors";
import { idAfter, isDuplicateKey } from "@orbline/kit/mongo/connection";
import { readInRounds } from "@orbline/kit/mongo/cursor-batches";
import { trusted } from "mongoose";
import { noSubscription } from "../domain/subscription.ts";
import { emailTaken, userNotFound, usernameTaken } from "../domain/user-errors.ts";
import type { User, UserId } from "../domain/user.ts";
import type { Account, Users } from "../use-cases/ports.ts";
import {
  toRecord,
  toSubscription,
  toSubscriptionFields,
  toUser,
  toUserFields,
  type UserDocument,
  type UserModel,
  type UserRecord,
} from "./user-document.ts";

const toAccount = (document: UserDocument): Account => ({
  user: toUser(document),
  subscription: toSubscription(document) ?? noSubscription,
  version: document.version,
});

type Options = {
  model: UserModel;
  /** Told each id that must be published. */
  changed: (id: string) => void;
  /** Told each id whose change owes mails. */
  owesMails: (id: string) => void;
};

const openAggregates = ({ model, changed }: Options) =>
  mongoAggregates<UserRecord, UserDocument>({
    model,
    toState: toRecord,
    toFields: toUserFields,
    initialFields: { subscriptionSeq: 0 },
    changed,
  });

/** Looks accounts up; what is left of a deleted one is not found. */
const finders = (model: UserModel) => {
  const findOne = async (key: { _id: string } | { usernameLower: string } | { email: string }) => {
    const document = await model.findOne(key).lean<UserDocument>().exec();
    return document && !document.deleted ? toAccount(document) : undefined;
  };
  const deletions = readInRounds((id: UserId) => id);
  return {
    find: (id: UserId) => findOne({ _id: id }),
    findByUsername: (username: string) => findOne({ usernameLower: username.toLowerCase() }),
    findByEmail: (email: string) => findOne({ email: email.toLowerCase() }),
    findDeletions: (limit: number) =>
      deletions(limit, async (after) => {
        const due = { deletionAt: trusted({ $lte: new Date() }), ...idAfter(after) };
        const found = model.find(due, { _id: 1 }).sort({ _id: 1 }).limit(limit);
        const documents = await found.lean<{ _id: string }[]>();
        return documents.map(({ _id }) => _id as UserId);
      }),
  };
};

/** Accounts in MongoDB, one document each. */
export const mongoUsers = (options: Options): Users => {
  const { model, owesMails } = options;
  const aggregates = openAggregates(options);
  const found = finders(model);

  /** The server does not say which key was taken, so it is looked up. */
  const whichIsTaken = async ({ id, username, email }: User): Promise<AppError> => {
    const named = await found.findByUsername(username);
    if (named && named.user.id !== id) return usernameTaken();
    if (email !== undefined && (await found.findByEmail(email))) return emailTaken();
    return new AppError("conflict", "write.conflict", "Please try again.");
  };

  return {
    ...found,
    nextId: () => `usr_${randomUUID().replaceAll("-", "")}` as UserId,
    add: async ({ eventType, state: user, mails }) => {
      try {
        const state = { user, mails };
        const { version } = await aggregates.create(user.id, { eventType, state });
        if (mails.length > 0) owesMails(user.id);
        return { user, subscription: noSubscription, version };
      } catch (error) {
        throw isDuplicateKey(error) ? await whichIsTaken(user) : error;
      }
    },
    update: async (id, decide) => {
      let wanted: User | undefined;
      try {
        const { state, changed } = await aggregates.update(id, (current) => {
          if (!current || current === "deleted") throw userNotFound();
          const change = decide(current.user);
          wanted = change?.state;
          if (!change) return undefined;
          const mails = [...current.mails, ...change.mails];
          return { eventType: change.eventType, state: { user: change.state, mails } };
        });
        if (changed && typeof state === "object" && state.mails.length > 0) owesMails(id);
      } catch (error) {
        throw wanted && isDuplicateKey(error) ? await whichIsTaken(wanted) : error;
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
      const { matchedCount } = await model.collection.updateOne(
        { _id: id, subscriptionSeq: { $lt: seq } },
        { $set: { subscription: toSubscriptionFields(subscription), subscriptionSeq: seq } },
      );
      return matchedCount > 0;
    },
  };
};
