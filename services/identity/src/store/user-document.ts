import { aggregateSchema, type AggregateFields } from "@orbline/kit/mongo/aggregate";
import { Schema, type Connection, type Model, type SchemaDefinitionProperty } from "mongoose";
import type { PendingEmail } from "../domain/email.ts";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import type { User, UserId } from "../domain/user.ts";
import type { Account } from "../use-cases/ports.ts";

/** A stored account: the aggregate, and beside it the projection of billing's events. */
export type UserDocument = AggregateFields &
  Omit<User, "id"> & {
    usernameLower: string;
    /** Set while a deletion is in progress; its index finds them. */
    deletionAt?: Date;
    /** Emails that the outbox does not have yet. */
    pendingEmails?: PendingEmail[];
    /** When a worker next hands the pending emails over. */
    emailsDueAt?: Date;
    emailsAttempts?: number;
    /** Set on the remains of a deleted account until the relay has published the deletion. */
    deleted?: true;
    subscriptionSeq: number;
    subscription?: Subscription;
  };

const { Mixed } = Schema.Types;

const userFields: Record<keyof Omit<User, "id">, SchemaDefinitionProperty> = {
  username: String,
  email: String,
  emailVerified: Boolean,
  phone: String,
  role: String,
  passwordHash: String,
  passwordChangedAt: Date,
  termsAcceptedAt: Date,
  affiliateCode: String,
  openedByCheckout: String,
  deletion: { type: Mixed },
  createdAt: Date,
};

const schema = new Schema<UserDocument>(
  {
    ...aggregateSchema,
    ...userFields,
    usernameLower: String,
    deletionAt: Date,
    pendingEmails: { type: [Mixed], default: undefined },
    emailsDueAt: Date,
    emailsAttempts: Number,
    deleted: Boolean,
    subscriptionSeq: Number,
    subscription: { type: Mixed },
  },
  { versionKey: false },
);

export type UserModel = Model<UserDocument>;

export function userModel(connection: Connection): UserModel {
  return connection.model<UserDocument>("User", schema, "users");
}

export function toUser(document: UserDocument): User {
  const names = Object.keys(userFields) as (keyof typeof userFields)[];
  const fields = Object.fromEntries(names.map((name) => [name, document[name]]));
  return { id: document._id as UserId, ...(fields as Omit<User, "id">) };
}

export function toAccount(document: UserDocument): Account {
  const { subscription = noSubscription, version } = document;
  return { user: toUser(document), subscription, version };
}

/** The state that an account's writes store: the user with pending emails, or the remains of a deleted account. */
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

/** The fields that a write stores; undefined unsets a field, so that sparse unique indexes hold. */
export function toUserFields(record: UserRecord): Record<string, unknown> {
  if (record === "deleted") return { ...noFields, deleted: true };
  const { id: _id, ...user } = record.user;
  return {
    ...user,
    usernameLower: user.username.toLowerCase(),
    deletionAt: user.deletion?.requestedAt,
    pendingEmails: record.pendingEmails,
    emailsDueAt: record.emailsDueAt,
  };
}

/** Unsets every field beside those of each aggregate. */
const noFields = Object.fromEntries(
  Object.keys(schema.paths)
    .filter((name) => !(name in aggregateSchema))
    .map((name) => [name, undefined]),
);
