import type { MailNote } from "./mail.ts";
import { type Eraser, keptPhone, type User, type UserChange, verificationMail } from "./user.ts";

const updated = (state: User, mails: readonly MailNote[] = []): UserChange => ({
  eventType: "user.updated",
  state,
  mails,
});

/** Tells the owner at an address; `at` sets one from the next. */
const notice = (
  kind: "password-changed" | "email-changed",
  { id: userId, username }: User,
  { to, at }: { to: string | undefined; at: Date },
): MailNote[] =>
  to === undefined
    ? []
    : [{ id: `${kind}:${userId}:${at.getTime()}`, kind, userId, to, about: { username } }];

/** The same password, hashed anew; nothing when another one was set meanwhile. */
export const replacePasswordHash = (
  user: User,
  { from, to }: { from: string; to: string },
): UserChange | undefined =>
  user.passwordHash === from ? updated({ ...user, passwordHash: to }) : undefined;

/** Another password, told to the owner. */
export const changePassword = (user: User, passwordHash: string, now: Date): UserChange =>
  updated(
    { ...user, passwordHash, passwordChangedAt: now },
    notice("password-changed", user, { to: user.email, at: now }),
  );

/** Another password, or the first, by a link in a mail to the account's address, which is proved by that. */
export const resetPassword = (user: User, passwordHash: string, now: Date): UserChange => {
  const { state, mails } = changePassword(user, passwordHash, now);
  const isFirst = user.passwordHash === undefined;
  return updated({ ...state, emailVerified: true }, isFirst ? [] : mails);
};

/**
 * The first password of an account that a checkout opened, with a name of the owner's choice; on an account that
 * has a password, another one.
 */
export const claimAccount = (
  user: User,
  { passwordHash, username }: { passwordHash: string; username: string | undefined },
  now: Date,
): UserChange => {
  const { state, mails } = resetPassword(user, passwordHash, now);
  const isFirst = user.passwordHash === undefined;
  return updated({ ...state, ...(isFirst && username && { username }) }, mails);
};

/** The e-mail is proved; nothing when it was before. */
export const verifyEmail = (user: User): UserChange | undefined =>
  user.emailVerified ? undefined : updated({ ...user, emailVerified: true });

/** What an owner changes; what is absent stays, a phone of undefined is removed. */
export type ContactChange = { email?: string; phone?: string | undefined };

/** Another e-mail, to be verified, with a notice to the old address; another phone number, or none. */
export const changeContact = (
  user: User,
  change: ContactChange,
  now: Date,
): UserChange | undefined => {
  const phone = "phone" in change ? keptPhone(change.phone) : user.phone;
  const email = change.email?.toLowerCase() ?? user.email;
  if (email === user.email) return phone === user.phone ? undefined : updated({ ...user, phone });
  const mails = notice("email-changed", user, { to: user.email, at: now });
  if (email !== undefined) mails.push(verificationMail(user.id, email, now));
  return updated({ ...user, phone, email, emailVerified: false }, mails);
};

/** The owner wants the account gone; nothing when that is known. */
export const requestDeletion = (user: User, now: Date): UserChange | undefined =>
  user.deletion ? undefined : updated({ ...user, deletion: { requestedAt: now, erased: [] } });

/** Sessions were found open although the deletion has begun; nothing when it has not. */
export const noteOpenSessions = (user: User, now: Date): UserChange | undefined =>
  user.deletion && updated({ ...user, deletion: { ...user.deletion, sessionsOpenAt: now } });

/** One service has erased the user; nothing when that is known. */
export const confirmErasure = (user: User, by: Eraser): UserChange | undefined =>
  !user.deletion || user.deletion.erased.includes(by)
    ? undefined
    : updated({ ...user, deletion: { ...user.deletion, erased: [...user.deletion.erased, by] } });

/** Whether who proved the password of `before` may still come in: no other was set since, and nobody deleted it. */
export const hasSameAccess = (now: User, before: User): boolean =>
  now.deletion === undefined &&
  now.passwordChangedAt?.getTime() === before.passwordChangedAt?.getTime();
