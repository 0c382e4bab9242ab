import { AppError } from "@orbline/kit/errors";
import { type Connection, trusted } from "mongoose";
import { subscriptionAt, type SubscriptionView, type UserView } from "../domain/user-view.ts";
import type { Clock, UserQuery, UserViews } from "../use-cases/ports.ts";
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

const startsWith = (prefix: string) => trusted({ $gte: prefix, $lt: `${prefix}\uFFFF` });

const matching = ({ search, status }: UserQuery) => {
  const prefix = search?.trim().toLowerCase();
  return {
    usernameKey: trusted({ $gt: "" }),
    ...(status && { status }),
    ...(prefix && { $or: [{ usernameKey: startsWith(prefix) }, { emailKey: startsWith(prefix) }] }),
  };
};

const toCursor = (usernameKey: string) => Buffer.from(usernameKey).toString("base64url");

const fromCursor = (cursor: string) => {
  const usernameKey = Buffer.from(cursor, "base64url").toString("utf8");
  if (!/^[a-z0-9_.-]+$/.test(usernameKey))
    throw new AppError("invalid", "cursor.invalid", "The cursor is not one that we gave out.");
  return usernameKey;
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
      const filter = matching(query);
      const after = query.cursor ? { $gt: fromCursor(query.cursor) } : { $gt: "" };
      const [found, total] = await Promise.all([
        model
          .find({ $and: [filter, { usernameKey: trusted(after) }] })
          .sort({ usernameKey: 1 })
          .limit(query.limit + 1)
          .lean<UserViewDocument[]>(),
        model.countDocuments(filter),
      ]);
      const page = found.slice(0, query.limit);
      const last = page.at(-1)?.usernameKey;
      return {
        users: page.map((document) => toView(document, clock.now())),
        total,
        nextCursor: found.length > query.limit && last ? toCursor(last) : undefined,
      };
    },
    applyAccount: async (id, seq, state) => {
      await ensure(id);
      const newer = { _id: id, accountSeq: trusted({ $lt: seq }) };
      if (!state) {
        const gone = { username: 1, usernameKey: 1, email: 1, emailKey: 1, role: 1 };
        await model.updateOne(newer, { $set: { accountSeq: seq }, $unset: gone });
        return;
      }
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
    },
    applySubscription: async (id, seq, state) => {
      await ensure(id);
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
    },
  };
};
