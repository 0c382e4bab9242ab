import { chosenUsername } from "@orbline/proto/constants/usernames";
import { linkLifeMs } from "./link.ts";
import { type ChangeNotice, type PendingEmail, verificationEmail } from "./email.ts";
import type { ContactChange, ErasingService, NewUser, Preferences, User } from "./user.ts";

/** A change of an account: its event, the new state, and the emails that it requires. */
export type UserChange = {
  eventType: "user.registered" | "user.updated";
  state: User;
  emails: readonly PendingEmail[];
};

/** A new account. Its owner is asked to verify the email address. */
export function registerUser(
  { email: givenEmail, phone, termsAccepted, emailVerified = false, ...user }: NewUser,
  now: Date,
): UserChange {
  const email = givenEmail?.toLowerCase();
  const state: User = {
    ...user,
    email,
    emailVerified,
    phone: storedPhone(phone),
    termsAcceptedAt: termsAccepted ? now : undefined,
    createdAt: now,
  };
  // An account without a password gets a claim link instead.
  const needsVerification = email !== undefined && !emailVerified && user.passwordHash;
  const emails = needsVerification ? [verificationEmail(user.id, email, now)] : [];
  return { eventType: "user.registered", state, emails };
}

/** A newer hash of the same password; undefined when the password has changed since. */
export function replacePasswordHash(
  user: User,
  { from, to }: { from: string; to: string },
): UserChange | undefined {
  return user.passwordHash === from ? updated({ ...user, passwordHash: to }) : undefined;
}

/** A new password; the owner is notified. A new email address that still waits for its link is forgotten. */
export function changePassword(user: User, passwordHash: string, now: Date): UserChange {
  return updated(
    { ...user, passwordHash, passwordChangedAt: now, newEmail: undefined },
    notification("password-changed", user, now),
  );
}

/**
 * The fields of an account whose password a thief knows. `passwordHash` is one of a random password: nobody can sign in with a
 * password before the owner sets one by an emailed link.
 */
export function withoutPassword(
  { passwordHash: known }: Pick<User, "passwordHash">,
  passwordHash: string,
  now: Date,
): Pick<User, "passwordHash" | "passwordChangedAt" | "newEmail"> {
  const isFirst = known === undefined;
  return {
    passwordHash: isFirst ? undefined : passwordHash,
    passwordChangedAt: now,
    newEmail: undefined,
  };
}

/** A new or first password set by an emailed link, which also verifies the address. Removes factors that are not the owner's. */
export function resetPassword(user: User, passwordHash: string, now: Date): UserChange {
  const { state, emails } = changePassword(user, passwordHash, now);
  const isFirst = user.passwordHash === undefined;
  const { passkeys, secondFactor } = ownsFactors(user) ? user : noFactors;
  return updated({ ...state, passkeys, secondFactor, emailVerified: true }, isFirst ? [] : emails);
}

/**
 * Whether passkeys and authenticator app belong to the owner of the address. Those of a user whose address was never verified
 * may belong to a person who entered a foreign address, and would keep its owner out.
 */
export function ownsFactors({
  emailVerified,
  role,
}: Pick<User, "emailVerified" | "role">): boolean {
  return emailVerified || role === "admin";
}

export const noFactors = { passkeys: undefined, secondFactor: undefined } as const;

/** Sets the password of an account that has a purchase; the first password may come with a username. */
export function claimAccount(
  user: User,
  { passwordHash, username }: { passwordHash: string; username: string | undefined },
  now: Date,
): UserChange {
  const { state, emails } = resetPassword(user, passwordHash, now);
  const isFirst = user.passwordHash === undefined;
  return updated({ ...state, username: (isFirst && username) || user.username }, emails);
}

/** Marks the address as verified; undefined when it was verified before. */
export function verifyEmail(user: User): UserChange | undefined {
  return user.emailVerified ? undefined : updated({ ...user, emailVerified: true });
}

/**
 * Changes email, phone or both; undefined when nothing changes. The first email address counts at once. Another one
 * waits for `confirmNewEmail`, and entering the current address cancels it.
 */
export function changeContact(
  user: User,
  change: ContactChange,
  now: Date,
): UserChange | undefined {
  const phone = "phone" in change ? storedPhone(change.phone) : user.phone;
  const email = change.email?.toLowerCase();
  if (email === undefined || email === user.email) {
    const newEmail = email === undefined ? user.newEmail : undefined;
    if (phone === user.phone && newEmail === user.newEmail) return undefined;
    return updated({ ...user, phone, newEmail });
  }
  const address = user.email === undefined ? { email, emailVerified: false } : { newEmail: email };
  return updated({ ...user, phone, ...address }, [verificationEmail(user.id, email, now)]);
}

/**
 * Makes the new email address the account's address and notifies the old one, with a link that undoes the change if the
 * old one was verified. An address that the account has had for a shorter time than such a link works gets no link, so that
 * a thief who changes the address twice cannot undo the owner's undo.
 */
export function confirmNewEmail(user: User, now: Date): UserChange {
  const sinceMs = user.emailChangedAt && now.getTime() - user.emailChangedAt.getTime();
  const canUndo = user.emailVerified && (sinceMs ?? Infinity) >= linkLifeMs["undo-email-change"];
  const address = { email: user.newEmail, emailVerified: true, newEmail: undefined };
  return updated(
    { ...user, ...address, emailChangedAt: now },
    notification("email-changed", user, now, { canUndo }),
  );
}

/**
 * Gives an account its former email address back; undefined when it has this address. The password ends, because the person who
 * changed the address knew it. Passkeys of a user, and an authenticator app that was added since or shortly before, may belong
 * to that person, so they are removed.
 */
export function undoEmailChange(
  user: User,
  { email, passwordHash }: { email: string; passwordHash: string },
  now: Date,
): UserChange | undefined {
  if (user.email === email) return undefined;
  const address = {
    email,
    emailVerified: true,
    emailChangedAt: undefined,
    ...withoutPassword(user, passwordHash, now),
  };
  if (user.role === "admin") return updated({ ...user, ...address });
  const isOld = user.secondFactor && now.getTime() - user.secondFactor.enabledAt.getTime() > oldMs;
  const secondFactor = isOld ? user.secondFactor : undefined;
  return updated({ ...user, ...address, passkeys: undefined, secondFactor });
}

/** The change that a link undoes is at most as old as the link; an authenticator app that is twice as old is the owner's. */
const oldMs = 2 * linkLifeMs["undo-email-change"];

/** Sets how odds and times are shown; undefined when nothing changes. */
export function changePreferences(user: User, preferences: Preferences): UserChange | undefined {
  const { oddsFormat, timeZone } = user.preferences ?? {};
  if (oddsFormat === preferences.oddsFormat && timeZone === preferences.timeZone) return undefined;
  return updated({ ...user, preferences });
}

/** Begins the deletion; undefined when it has already begun. */
export function requestDeletion(user: User, now: Date): UserChange | undefined {
  return user.deletion
    ? undefined
    : updated({ ...user, deletion: { requestedAt: now, erased: [] } });
}

/** Records that sessions were open although the deletion had begun; undefined without a deletion. */
export function recordOpenSessions(user: User, now: Date): UserChange | undefined {
  return user.deletion && updated({ ...user, deletion: { ...user.deletion, sessionsOpenAt: now } });
}

/** Records that a service has erased the user; undefined when that is already recorded. */
export function confirmErasure(user: User, service: ErasingService): UserChange | undefined {
  const { deletion } = user;
  if (!deletion || deletion.erased.includes(service)) return undefined;
  return updated({ ...user, deletion: { ...deletion, erased: [...deletion.erased, service] } });
}

/** Blocks the account; undefined when it is blocked already. */
export function blockUser(user: User, now: Date): UserChange | undefined {
  return user.blockedAt ? undefined : updated({ ...user, blockedAt: now });
}

/** Ends the block; undefined without one. */
export function unblockUser(user: User): UserChange | undefined {
  return user.blockedAt ? updated({ ...user, blockedAt: undefined }) : undefined;
}

/** Takes the role of an admin away; undefined for a user. */
export function takeAdminRole(user: User): UserChange | undefined {
  return user.role === "admin" ? updated({ ...user, role: "user" }) : undefined;
}

/** Whether a proof of `before` is still valid: no newer password, the same factors, no block, no deletion. */
export function hasSameAccess(now: User, before: User): boolean {
  return (
    now.deletion === undefined &&
    now.blockedAt === undefined &&
    now.passwordChangedAt?.getTime() === before.passwordChangedAt?.getTime() &&
    now.secondFactor?.enabledAt.getTime() === before.secondFactor?.enabledAt.getTime() &&
    passkeyIds(now) === passkeyIds(before)
  );
}

function passkeyIds({ passkeys = [] }: User): string {
  return passkeys.map(({ id }) => id).join(" ");
}

/** A change of an existing account. */
export function updated(state: User, emails: readonly PendingEmail[] = []): UserChange {
  return { eventType: "user.updated", state, emails };
}

/** Notifies the owner at the current address, with a link that undoes the change if it can be undone; `at` makes the id unique. */
export function notification(
  kind: ChangeNotice,
  user: User,
  at: Date,
  { canUndo }: { canUndo: boolean } = { canUndo: false },
): PendingEmail[] {
  const { id: userId, email: to } = user;
  if (to === undefined) return [];
  const username = chosenUsername(user);
  const data = { ...(username && { username }), ...(canUndo && { canUndo: "yes" }) };
  return [{ id: `${kind}:${userId}:${at.getTime()}`, kind, userId, to, data }];
}

/** Checkout forms send the placeholder when the phone was left empty. */
function storedPhone(phone: string | undefined): string | undefined {
  return phone === "000-000-0000" ? undefined : phone;
}
