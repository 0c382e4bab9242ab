import { subscriptionAt } from "@orbline/proto/constants/subscription";
import type { AdminContext } from "../config.ts";
import { noSubscription, type UserView } from "../domain/user-view.ts";
import type { UserViews } from "../use-cases/ports.ts";
import { mongoErasedUsers } from "./erased-users.ts";
import type { UserDocument } from "./user-document.ts";
import { searchUsers } from "./user-search.ts";

/** The read model in MongoDB: one document per user, written from two topics, each with its own sequence number. */
export function mongoUserViews({
  connection,
  clock,
}: Pick<AdminContext, "connection" | "clock">): UserViews {
  const collection = connection.collection<UserDocument>("user_views");
  const erasedUsers = mongoErasedUsers(connection);

  const toView = (document: UserDocument): UserView => {
    const { _id: id, username = "", email, role = "user", subscriptionSeq } = document;
    const subscription = subscriptionAt(document.subscription, clock.now());
    return { id, username, email, role, subscription, subscriptionVersion: subscriptionSeq };
  };

  /** Guards compare with `$lt`, which does not match an absent field: documents start at 0. */
  const ensure = (id: string) =>
    collection.updateOne(
      { _id: id },
      { $setOnInsert: { accountSeq: 0, subscriptionSeq: 0, subscription: noSubscription } },
      { upsert: true },
    );

  /** Removes a user whose older state was stored after the erasure. */
  const removeIfErased = async (id: string) => {
    const seq = await erasedUsers.findSeq(id);
    if (seq !== undefined) await collection.deleteOne({ _id: id, accountSeq: { $lt: seq } });
  };

  return {
    find: async (id) => {
      const found = await collection.findOne({ _id: id, usernameKey: { $gt: "" } });
      return found ? toView(found) : undefined;
    },
    findId: async (username) => {
      const usernameKey = username.toLowerCase();
      const found = await collection.findOne({ usernameKey }, { projection: { _id: 1 } });
      return found?._id;
    },
    names: async (ids) => {
      if (ids.length === 0) return new Map();
      const found = await collection
        .find({ _id: { $in: [...new Set(ids)] } }, { projection: { username: 1 } })
        .toArray();
      return new Map(found.flatMap(({ _id, username }) => (username ? [[_id, username]] : [])));
    },
    list: async (query) => {
      const { documents, ...page } = await searchUsers(collection, query);
      return { ...page, users: documents.map(toView) };
    },
    applyAccount: async (id, seq, state) => {
      const older = { _id: id, accountSeq: { $lt: seq } };
      if (!state) {
        await erasedUsers.add(id, seq);
        await collection.deleteOne(older);
        return;
      }
      await ensure(id);
      const { username, email, role } = state;
      const usernameKey = username.toLowerCase();
      const emailKey = email?.toLowerCase();
      await collection.updateOne(older, {
        $set: { accountSeq: seq, username, usernameKey, role, email, emailKey },
        ...(!email && { $unset: { email: 1 as const, emailKey: 1 as const } }),
      });
      await removeIfErased(id);
    },
    applySubscription: async (id, seq, state) => {
      const older = { _id: id, subscriptionSeq: { $lt: seq } };
      // The erasure of a subscription leaves nothing when there is no account.
      if (!state) await collection.deleteOne({ ...older, accountSeq: 0 });
      else await ensure(id);
      await collection.updateOne(older, {
        $set: { subscriptionSeq: seq, subscription: state ?? noSubscription },
      });
      if (state) await removeIfErased(id);
    },
  };
}
