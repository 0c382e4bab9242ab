import type { AggregateFields } from "@orbline/kit/mongo/aggregate";
import type { Connection } from "mongoose";
import type { PendingEmail } from "../domain/email.ts";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import type { User, UserId } from "../domain/user.ts";
import type { Account } from "../use-cases/ports.ts";

/** A stored account: the aggregate, and the projection of billing's events. */
export type UserDocument = AggregateFields &
  Omit<User, "id"> & {
    usernameLower: string;
    /** Set while a deletion is in progress. The sweep finds deletions by its index. */
    deletionAt?: Date;
    /** Emails that are not in the outbox yet. */
    pendingEmails?: PendingEmail[];
    /** When a worker next moves the pending emails to the outbox. */
    emailsDueAt?: Date;
    emailsAttempts?: number;
    /** Set on the remaining document of a deleted account until the relay has published the deletion. */
    deleted?: true;
    subscriptionSeq: number;
    subscription?: Subscription;
  };

const userFields = [
  "username",
  "email",
  "emailVerified",
  "newEmail",
  "emailChangedAt",
  "phone",
  "role",
  "passwordHash",
  "passwordChangedAt",
  "secondFactor",
  "passkeys",
  "preferences",
  "termsAcceptedAt",
  "affiliateCode",
  "openedByCheckout",
  "blockedAt",
  "deletion",
  "createdAt",
] as const satisfies (keyof Omit<User, "id">)[];

export type UserCollection = ReturnType<typeof userCollection>;

export function userCollection(connection: Connection) {
  return connection.collection<UserDocument>("users");
}

export function toUser(document: UserDocument): User {
  const fields = Object.fromEntries(userFields.map((name) => [name, document[name]]));
  return { id: document._id as UserId, ...(fields as Omit<User, "id">) };
}

export function toAccount(document: UserDocument): Account {
  const { subscription = noSubscription, version } = document;
  return { user: toUser(document), subscription, version };
}

/** The state that an account's writes store: the user with pending emails, or the rest of a deleted account. */
export type UserRecord =
  | {
      user: User;
      pendingEmails?: readonly PendingEmail[] | undefined;
      emailsDueAt?: Date | undefined;
    }
  | "deleted";

export function toRecord(document: UserDocument): UserRecord {
  if (document.deleted) return "deleted";
  const { pendingEmails, emailsDueAt } = document;
  return { user: toUser(document), pendingEmails, emailsDueAt };
}

/** The fields that a write stores. A deletion also removes the fields that other writes own. */
export function toUserFields(record: UserRecord): Record<string, unknown> {
  if (record === "deleted") {
    const others = { emailsAttempts: undefined, subscriptionSeq: undefined };
    return { ...others, subscription: undefined, deleted: true };
  }
  const { id: _id, ...user } = record.user;
  return {
    ...user,
    usernameLower: user.username.toLowerCase(),
    deletionAt: user.deletion?.requestedAt,
    pendingEmails: record.pendingEmails,
    emailsDueAt: record.emailsDueAt,
  };
}
