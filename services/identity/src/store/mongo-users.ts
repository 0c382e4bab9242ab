import { randomUUID } from "node:crypto";
import { mongoAggregates } from "@orbline/kit/aggregate";
import { AppError } from "@orbline/kit/errors";
import { isDuplicateKey } from "@orbline/kit/mongo";
import { noSubscription } from "../domain/subscription.ts";
import { emailTaken, userNotFound, usernameTaken } from "../domain/user-errors.ts";
import type { User, UserId } from "../domain/user.ts";
import type { Account, Users } from "../use-cases/ports.ts";
import {
  toSubscription,
  toSubscriptionFields,
  toUser,
  toUserFields,
  type UserDocument,
  type UserModel,
} from "./user-document.ts";

const toAccount = (document: UserDocument): Account => ({
  user: toUser(document),
  subscription: toSubscription(document) ?? noSubscription,
  version: document.version,
});

/** Accounts in MongoDB, one document each; `changed` is told each id that must be published. */
export const mongoUsers = ({
  model,
  changed,
}: {
  model: UserModel;
  changed: (id: string) => void;
}): Users => {
  const aggregates = mongoAggregates<User, UserDocument>({
    model,
    toState: toUser,
    toFields: toUserFields,
    initialFields: { subscriptionSeq: 0 },
    changed,
  });

  const findOne = async (key: { _id: string } | { usernameLower: string } | { email: string }) => {
    const document = await model.findOne(key).lean<UserDocument>().exec();
    return document ? toAccount(document) : undefined;
  };
  const findByUsername = (username: string) => findOne({ usernameLower: username.toLowerCase() });
  const findByEmail = (email: string) => findOne({ email: email.toLowerCase() });

  /** The server does not say which key was taken, so it is looked up. */
  const whichIsTaken = async ({ username, email }: User): Promise<AppError> => {
    if (await findByUsername(username)) return usernameTaken();
    if (email !== undefined && (await findByEmail(email))) return emailTaken();
    return new AppError("conflict", "write.conflict", "Please try again.");
  };

  return {
    nextId: () => `usr_${randomUUID().replaceAll("-", "")}` as UserId,
    find: (id) => findOne({ _id: id }),
    findByUsername,
    findByEmail,
    add: async (registered) => {
      try {
        const { state: user, version } = await aggregates.create(registered.state.id, registered);
        return { user, subscription: noSubscription, version };
      } catch (error) {
        throw isDuplicateKey(error) ? await whichIsTaken(registered.state) : error;
      }
    },
    update: async (id, decide) => {
      await aggregates.update(id, (user) => {
        if (!user) throw userNotFound();
        return decide(user);
      });
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
