import { type Connection, trusted } from "mongoose";
import { subscriptionAt, type SubscriptionView, type UserView } from "../domain/user-view.ts";
import type { Clock, UserViews } from "../use-cases/ports.ts";
import { mongoGoneUsers } from "./mongo-gone-users.ts";
import { searchUsers } from "./user-search.ts";
import { type UserViewDocument, userViewModel } from "./user-view-schema.ts";

const toView = (document: UserViewDocument, now: Date): UserView => {
  const { _id, username = "", email, role = "user", subscriptionSeq } = document;
  const { status, tier, endDate, accessUntil } = document;
  const subscription = subscriptionAt(
    { status, tier, ...(endDate && { endDate }), ...(accessUntil && { accessUntil }) },
    now,
  );
  return {
    id: _id,
    username,
    role,
    subscriptionSeq,
    status: subscription.status,
    tier: subscription.tier,
    ...(email && { email }),
    ...(subscription.endDate && { endDate: subscription.endDate }),
  };
};

const noSubscription: SubscriptionView = { status: "none", tier: "free" };

/** The read model in MongoDB: one document a user, fed by two topics, each with its own sequence number. */
export const mongoUserViews = ({
  connection,
  clock,
}: {
  connection: Connection;
  clock: Clock;
}): UserViews => {
  const model = userViewModel(connection);
  const search = searchUsers(model);
  const goneUsers = mongoGoneUsers(connection);
  /** Takes away what was just stored of an account that had ended, as by an old state that is replayed. */
  const removeIfGone = async (id: string) => {
    const end = await goneUsers.findEnd(id);
    if (end !== undefined) await model.deleteOne({ _id: id, accountSeq: trusted({ $lt: end }) });
  };
  /** Both guards compare with `$lt`, which does not match an absent field: documents start at 0. */
  const ensure = (id: string) =>
    model.updateOne(
      { _id: id },
      { $setOnInsert: { accountSeq: 0, subscriptionSeq: 0, ...noSubscription } },
      { upsert: true },
    );
  return {
    find: async (id) => {
      const found = await model
        .findOne({ _id: id, usernameKey: trusted({ $gt: "" }) })
        .lean<UserViewDocument>();
      return found ? toView(found, clock.now()) : undefined;
    },
    names: async (ids) => {
      if (ids.length === 0) return new Map();
      const found = await model
        .find({ _id: trusted({ $in: [...new Set(ids)] }) }, { username: 1 })
        .lean<Pick<UserViewDocument, "_id" | "username">[]>();
      return new Map(found.flatMap(({ _id, username }) => (username ? [[_id, username]] : [])));
    },
    list: async (query) => {
      const { documents, ...page } = await search(query);
      return { ...page, users: documents.map((document) => toView(document, clock.now())) };
    },
    applyAccount: async (id, seq, state) => {
      const newer = { _id: id, accountSeq: trusted({ $lt: seq }) };
      if (!state) {
        await goneUsers.add(id, seq);
        await model.deleteOne(newer);
        return;
      }
      await ensure(id);
      const { username, email, role } = state;
      await model.updateOne(newer, {
        $set: {
          accountSeq: seq,
          username,
          usernameKey: username.toLowerCase(),
          role,
          ...(email && { email, emailKey: email.toLowerCase() }),
        },
        ...(!email && { $unset: { email: 1, emailKey: 1 } }),
      });
      await removeIfGone(id);
    },
    applySubscription: async (id, seq, state) => {
      // Of a user whose account is gone, or has not come yet, a subscription that is gone leaves nothing.
      if (!state)
        await model.deleteOne({ _id: id, accountSeq: 0, subscriptionSeq: trusted({ $lt: seq }) });
      else await ensure(id);
      const { status, tier, endDate, accessUntil } = state ?? noSubscription;
      const absent = { ...(!endDate && { endDate: 1 }), ...(!accessUntil && { accessUntil: 1 }) };
      await model.updateOne(
        { _id: id, subscriptionSeq: trusted({ $lt: seq }) },
        {
          $set: {
            subscriptionSeq: seq,
            status,
            tier,
            ...(endDate && { endDate }),
            ...(accessUntil && { accessUntil }),
          },
          ...(Object.keys(absent).length > 0 && { $unset: absent }),
        },
      );
      if (state) await removeIfGone(id);
    },
  };
};
