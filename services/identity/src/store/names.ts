import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection, mongo } from "mongoose";
import { linkLifeMs } from "../domain/link.ts";
import type { User } from "../domain/user.ts";
import type { UserCollection, UserDocument } from "./user-document.ts";

/**
 * A username or an email address and the account that it belongs to. `_id` is the name, so that it stays unique when
 * the collection is sharded. An account keeps an email address that it has lost until `heldUntil`.
 */
export type NameDocument = { _id: string; userId: string; claimedAt: Date; heldUntil?: Date };

export type NameCollection = mongo.Collection<NameDocument>;

export const nameCollection = (connection: Connection): NameCollection =>
  connection.collection<NameDocument>("names");

/** After this time a name that its account does not have is free: the process that claimed it has failed. */
const abandonedAfterMs = 60_000;

export const usernameKey = (username: string): string => `username:${username.toLowerCase()}`;
export const emailKey = (email: string): string => `email:${email.toLowerCase()}`;

/** The names of an account, lower case. */
export const keysOf = ({ username, email }: Pick<User, "username" | "email">): string[] =>
  email === undefined ? [usernameKey(username)] : [usernameKey(username), emailKey(email)];

const has = (user: UserDocument | null, key: string): boolean =>
  user !== null && !user.deleted && keysOf(user).includes(key);

type Options = { names: NameCollection; users: UserCollection };

/**
 * Usernames and email addresses, each of one account. A name is claimed before an account gets it and released after
 * the account has lost it; an account is found by a name only through its claim.
 */
export function mongoNames({ names, users }: Options) {
  /** "new" and "own" names may be stored in the account. */
  const claimOne = async (userId: string, key: string): Promise<"new" | "own" | "taken"> => {
    const now = new Date();
    const claim = { userId, claimedAt: now };
    if (await insertOnce(names.insertOne({ _id: key, ...claim }))) return "new";
    const known = await names.findOne({ _id: key });
    if (!known) return claimOne(userId, key);
    if (known.userId === userId) {
      // The account could lose the name that it gets again by an old hold or an old claim.
      const renewed = { $set: claim, $unset: { heldUntil: 1 } } as const;
      const own = await names.updateOne({ _id: key, userId }, renewed);
      return own.matchedCount === 1 ? "own" : claimOne(userId, key);
    }
    if (known.heldUntil && known.heldUntil > now) return "taken";
    const isRecent = Date.now() - known.claimedAt.getTime() < abandonedAfterMs;
    if (isRecent || has(await users.findOne({ _id: known.userId }), key)) return "taken";
    const change = { $set: claim, $unset: { heldUntil: 1 } } as const;
    const { modifiedCount } = await names.updateOne(known, change);
    return modifiedCount === 1 ? "new" : "taken";
  };

  const release = async (userId: string, keys: readonly string[]): Promise<void> => {
    for (const key of keys) await names.deleteOne({ _id: key, userId });
  };

  return {
    /** Claims names for an account, all or none. Returns the first that belongs to another account. */
    claim: async (userId: string, keys: readonly string[]): Promise<string | undefined> => {
      const claimed: string[] = [];
      for (const key of keys) {
        const result = await claimOne(userId, key);
        if (result === "new") claimed.push(key);
        if (result !== "taken") continue;
        await release(userId, claimed);
        return key;
      }
      return undefined;
    },
    /** Frees names that an account has lost. Holds a verified email address while a link may bring it back. */
    release: async (
      userId: string,
      lost: readonly string[],
      { isEmailVerified }: { isEmailVerified: boolean },
    ): Promise<void> => {
      const emails = isEmailVerified ? lost.filter((key) => key.startsWith(emailKey(""))) : [];
      await release(
        userId,
        lost.filter((key) => !emails.includes(key)),
      );
      const heldUntil = new Date(Date.now() + linkLifeMs["undo-email-change"]);
      for (const _id of emails) await names.updateOne({ _id, userId }, { $set: { heldUntil } });
    },
    /** Frees the names whose hold has ended. */
    forgetHeld: async (): Promise<void> => {
      await names.deleteMany({ heldUntil: { $lte: new Date() } });
    },
    /** Frees every name of an account, also one that it lost earlier. */
    releaseAll: async (userId: string): Promise<void> => {
      await names.deleteMany({ userId });
    },
    /** The account with this name. */
    findOwner: async (key: string): Promise<UserDocument | undefined> => {
      const name = await names.findOne({ _id: key });
      const user = name && (await users.findOne({ _id: name.userId }));
      return user && has(user, key) ? user : undefined;
    },
  };
}
