import { aggregateSchema, type AggregateFields } from "@orbline/kit/aggregate";
import { Schema, type Connection, type Model } from "mongoose";
import type { Subscription } from "../domain/subscription.ts";
import type { Role, User, UserId } from "../domain/user.ts";

/** One account as it is stored: the aggregate, and beside it the projection of billing's events. */
export type UserDocument = AggregateFields & {
  username: string;
  usernameLower: string;
  email?: string;
  emailVerified: boolean;
  phone?: string;
  role: Role;
  passwordHash: string;
  termsAcceptedAt?: Date;
  createdAt: Date;
  subscriptionSeq: number;
  subscription?: { status: string; tier: string; endsAt?: Date; accessUntil?: Date };
};

const schema = new Schema<UserDocument>(
  {
    ...aggregateSchema,
    username: { type: String, required: true },
    usernameLower: { type: String, required: true },
    email: String,
    emailVerified: { type: Boolean, required: true },
    phone: String,
    role: { type: String, required: true },
    passwordHash: { type: String, required: true },
    termsAcceptedAt: Date,
    createdAt: { type: Date, required: true },
    subscriptionSeq: { type: Number, required: true },
    subscription: { type: { status: String, tier: String, endsAt: Date, accessUntil: Date } },
  },
  { versionKey: false },
);

/** The collection of accounts. */
export type UserModel = Model<UserDocument>;

/** The model of accounts on one connection. */
export const userModel = (connection: Connection): UserModel =>
  connection.model<UserDocument>("User", schema, "users");

/** The account's own state in a document. */
export const toUser = (document: UserDocument): User => ({
  id: document._id as UserId,
  username: document.username,
  email: document.email,
  emailVerified: document.emailVerified,
  phone: document.phone,
  role: document.role,
  passwordHash: document.passwordHash,
  termsAcceptedAt: document.termsAcceptedAt,
  createdAt: document.createdAt,
});

/** What an account's own saves write; undefined unsets a field, so that sparse unique keys hold. */
export const toUserFields = ({ id: _id, ...user }: User): Record<string, unknown> => ({
  ...user,
  usernameLower: user.username.toLowerCase(),
});

/** What billing told, in a document. */
export const toSubscription = (document: UserDocument): Subscription | undefined => {
  const { subscription } = document;
  return (
    subscription && {
      status: subscription.status as Subscription["status"],
      tier: subscription.tier as Subscription["tier"],
      endsAt: subscription.endsAt,
      accessUntil: subscription.accessUntil,
    }
  );
};

/** A subscription as a document holds it: no date is stored as null. */
export const toSubscriptionFields = ({ status, tier, endsAt, accessUntil }: Subscription) => ({
  status,
  tier,
  ...(endsAt && { endsAt }),
  ...(accessUntil && { accessUntil }),
});
