import { aggregateSchema, type AggregateFields } from "@orbline/kit/mongo/aggregate";
import { Schema, type Connection, type Model } from "mongoose";
import type { MailNote } from "../domain/mail.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { Deletion, Role, User, UserId } from "../domain/user.ts";

/** One account as it is stored: the aggregate, and beside it the projection of billing's events. */
export type UserDocument = AggregateFields & {
  username: string;
  usernameLower: string;
  email?: string;
  emailVerified: boolean;
  phone?: string;
  role: Role;
  passwordHash?: string;
  passwordChangedAt?: Date;
  termsAcceptedAt?: Date;
  affiliateCode?: string;
  openedByCheckout?: string;
  deletion?: Deletion;
  /** Begins with the deletion; its index finds those under way. */
  deletionAt?: Date;
  /** Mails that this change owes and that the outbox does not have yet. */
  mails?: MailNote[];
  /** Set as long as there are such mails; its index finds what a crash left. */
  mailsAt?: Date;
  /** Nothing but this is left once every service has erased the user; the relay removes the document. */
  deleted?: true;
  createdAt: Date;
  subscriptionSeq: number;
  subscription?: { status: string; tier: string; endsAt?: Date; accessUntil?: Date };
};

const { Mixed } = Schema.Types;

const schema = new Schema<UserDocument>(
  {
    ...aggregateSchema,
    username: String,
    usernameLower: String,
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
    deletionAt: Date,
    mails: { type: [Mixed], default: undefined },
    mailsAt: Date,
    deleted: Boolean,
    createdAt: Date,
    subscriptionSeq: Number,
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
  passwordChangedAt: document.passwordChangedAt,
  termsAcceptedAt: document.termsAcceptedAt,
  affiliateCode: document.affiliateCode,
  openedByCheckout: document.openedByCheckout,
  deletion: document.deletion,
  createdAt: document.createdAt,
});

/** An account with the mails that it owes, or what is left of one that is gone. */
export type UserRecord = { user: User; mails: readonly MailNote[] } | "deleted";

/** The record in a document. */
export const toRecord = (document: UserDocument): UserRecord =>
  document.deleted ? "deleted" : { user: toUser(document), mails: document.mails ?? [] };

/** Every field that holds something about a person. */
const personalFields: Record<Exclude<keyof UserDocument, keyof AggregateFields>, undefined> = {
  username: undefined,
  usernameLower: undefined,
  email: undefined,
  emailVerified: undefined,
  phone: undefined,
  role: undefined,
  passwordHash: undefined,
  passwordChangedAt: undefined,
  termsAcceptedAt: undefined,
  affiliateCode: undefined,
  openedByCheckout: undefined,
  deletion: undefined,
  deletionAt: undefined,
  mails: undefined,
  mailsAt: undefined,
  deleted: undefined,
  createdAt: undefined,
  subscriptionSeq: undefined,
  subscription: undefined,
};

/** What an account's own saves write; undefined unsets a field, so that sparse unique keys hold. */
export const toUserFields = (record: UserRecord): Record<string, unknown> => {
  if (record === "deleted") return { ...personalFields, deleted: true };
  const { id: _id, ...user } = record.user;
  const { mails } = record;
  return {
    ...user,
    usernameLower: user.username.toLowerCase(),
    deletionAt: user.deletion?.requestedAt,
    mails: mails.length > 0 ? mails : undefined,
    mailsAt: mails.length > 0 ? new Date() : undefined,
  };
};

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
