import type { MailNote } from "./mail.ts";

/** Id of an account: `usr_` and 32 hex digits. */
export type UserId = string & { readonly brand: "UserId" };

/** Accounts are users, but for those that the admin:create command makes. */
export type Role = "user" | "admin";

/** Services that must confirm that they have erased a user. */
export const erasers = ["billing", "prediction"] as const;
/** One of `erasers`. */
export type Eraser = (typeof erasers)[number];

/** A deletion under way: who has confirmed it so far, and when a session was last found open, if one was. */
export type Deletion = {
  requestedAt: Date;
  erased: readonly Eraser[];
  sessionsOpenAt?: Date;
};

/** An account. The e-mail is lower-cased; the username keeps its case and is unique without regard to it. */
export type User = {
  id: UserId;
  username: string;
  email: string | undefined;
  emailVerified: boolean;
  phone: string | undefined;
  role: Role;
  /** Absent while the account is only known by a checkout's e-mail. */
  passwordHash: string | undefined;
  /** When the password was last replaced by another one. */
  passwordChangedAt: Date | undefined;
  termsAcceptedAt: Date | undefined;
  affiliateCode: string | undefined;
  /** The checkout that opened the account for an e-mail alone. */
  openedByCheckout: string | undefined;
  /** Set once the owner has asked for it: such an account lets nobody in any more. */
  deletion: Deletion | undefined;
  createdAt: Date;
};

/** What happened to an account, how it stands after, and the mails that are owed for it. */
export type UserChange = {
  eventType: "user.registered" | "user.updated";
  state: User;
  mails: readonly MailNote[];
};

/** What a new account is made of. */
export type NewUser = {
  id: UserId;
  username: string;
  email?: string | undefined;
  emailVerified?: boolean | undefined;
  phone?: string | undefined;
  role: Role;
  passwordHash?: string | undefined;
  termsAccepted?: boolean | undefined;
  affiliateCode?: string | undefined;
  openedByCheckout?: string | undefined;
};

/** What checkout forms send when the phone was left empty. */
const phonePlaceholder = "000-000-0000";

/** A phone number as it is kept. */
export const keptPhone = (phone: string | undefined): string | undefined =>
  phone === phonePlaceholder ? undefined : phone;

/** The mail that asks an account's owner to prove the e-mail; `at` sets one from the next. */
export const verificationMail = (id: UserId, email: string, at: Date): MailNote => ({
  id: `verify-email:${id}:${at.getTime()}`,
  kind: "verify-email",
  userId: id,
  to: email,
  about: {},
});

/** A new account as it starts, consent dated when it was given. Its e-mail is asked to be verified. */
export const registerUser = (
  { id, username, email, phone, role, termsAccepted, emailVerified, ...rest }: NewUser,
  now: Date,
): UserChange => {
  const state: User = {
    id,
    username,
    email: email?.toLowerCase(),
    emailVerified: emailVerified ?? false,
    phone: keptPhone(phone),
    role,
    passwordHash: rest.passwordHash,
    passwordChangedAt: undefined,
    termsAcceptedAt: termsAccepted ? now : undefined,
    affiliateCode: rest.affiliateCode,
    openedByCheckout: rest.openedByCheckout,
    deletion: undefined,
    createdAt: now,
  };
  // Who has no password gets a link to claim the account instead.
  const isToVerify = state.email !== undefined && !state.emailVerified && state.passwordHash;
  const mails = isToVerify && state.email ? [verificationMail(id, state.email, now)] : [];
  return { eventType: "user.registered", state, mails };
};
