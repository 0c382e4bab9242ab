import { describe, expect, it } from "vitest";
import {
  changeContact,
  changePassword,
  claimAccount,
  confirmErasure,
  confirmNewEmail,
  hasSameAccess,
  registerUser,
  replacePasswordHash,
  requestDeletion,
  resetPassword,
  undoEmailChange,
  type UserChange,
  verifyEmail,
} from "./user-changes.ts";
import type { NewUser, User, UserId } from "./user.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const later = new Date("2026-03-02T12:00:00.000Z");
const email = "jo@example.com";
const make = (more: Partial<NewUser> = {}): User =>
  registerUser(
    { id: "usr_1" as UserId, username: "Jo", role: "user", passwordHash: "hash", email, ...more },
    now,
  ).state;
const kinds = (change: { emails: readonly { kind: string; to: string }[] } | undefined) =>
  change?.emails.map(({ kind, to }) => `${kind} ${to}`);

describe("password changes", () => {
  it("replaces the hash of the same password and nothing else", () => {
    const user = make();
    const change = replacePasswordHash(user, { from: "hash", to: "newer" });
    expect(change?.state).toEqual({ ...user, passwordHash: "newer" });
    expect(replacePasswordHash(user, { from: "older", to: "newer" })).toBeUndefined();
  });

  it("stores the time of a new password and notifies the owner", () => {
    const change = changePassword(make(), "newer", later);
    expect(change.state).toMatchObject({ passwordHash: "newer", passwordChangedAt: later });
    expect(kinds(change)).toEqual([`password-changed ${email}`]);
    expect(kinds(changePassword(make({ email: undefined }), "newer", later))).toEqual([]);
  });

  it("verifies the email of a password set by a link, and notifies only of a replaced password", () => {
    const change = resetPassword(make(), "newer", later);
    expect(change.state.emailVerified).toBe(true);
    expect(kinds(change)).toEqual([`password-changed ${email}`]);
    const first = resetPassword(make({ passwordHash: undefined }), "first", later);
    expect(first.state).toMatchObject({ passwordHash: "first", emailVerified: true });
    expect(first.emails).toEqual([]);
  });

  it("refuses access that was proved with the previous password", () => {
    const user = make();
    expect(hasSameAccess(user, user)).toBe(true);
    expect(hasSameAccess(changePassword(user, "newer", later).state, user)).toBe(false);
    const rehashed = replacePasswordHash(user, { from: "hash", to: "newer" });
    expect(hasSameAccess(rehashed?.state ?? user, user)).toBe(true);
  });
});

describe("claimAccount", () => {
  it("sets the first password and the chosen name", () => {
    const user = make({ passwordHash: undefined });
    const change = claimAccount(user, { passwordHash: "first", username: "Jo2" }, later);
    expect(change.state).toMatchObject({
      passwordHash: "first",
      username: "Jo2",
      emailVerified: true,
    });
    expect(change.emails).toEqual([]);
  });

  it("keeps the name of an account with a password and notifies its owner", () => {
    const change = claimAccount(make(), { passwordHash: "other", username: "Jo2" }, later);
    expect(change.state).toMatchObject({ passwordHash: "other", username: "Jo" });
    expect(kinds(change)).toEqual([`password-changed ${email}`]);
  });
});

describe("changeContact", () => {
  const verified = { ...make(), emailVerified: true };

  const waiting = changeContact(verified, { email: "New@Example.com" }, later);

  it("keeps the email until the link to the new one is followed", () => {
    expect(waiting?.state).toMatchObject({ email, emailVerified: true });
    expect(waiting?.state.newEmail).toBe("new@example.com");
    expect(kinds(waiting)).toEqual(["verify-email new@example.com"]);
  });

  it("changes nothing for the same email in another case", () => {
    expect(changeContact(verified, { email: "JO@example.com" }, later)).toBeUndefined();
  });

  it("cancels a new email when the current one is entered or the password changes", () => {
    const state = waiting?.state ?? verified;
    const canceled = changeContact(state, { email }, later)?.state;
    expect(canceled).toMatchObject({ email, newEmail: undefined });
    expect(changePassword(state, "other", later).state.newEmail).toBeUndefined();
  });

  it("uses the first email of an account at once", () => {
    const change = changeContact({ ...make(), email: undefined }, { email }, later);
    expect(change?.state).toMatchObject({ email, emailVerified: false });
    expect(change?.state.newEmail).toBeUndefined();
  });

  it("changes or removes the phone and keeps the email verified", () => {
    const change = changeContact(verified, { phone: "555-123-4567" }, later);
    expect(change?.state).toMatchObject({ phone: "555-123-4567", emailVerified: true, email });
    const removed = changeContact(change?.state ?? verified, { phone: undefined }, later);
    expect(removed?.state.phone).toBeUndefined();
  });

  it("verifies an email once", () => {
    expect(verifyEmail(make())?.state.emailVerified).toBe(true);
    expect(verifyEmail(verified)).toBeUndefined();
  });
});

describe("confirmNewEmail", () => {
  const hourMs = 3_600_000;
  const undoable = ({ emails }: UserChange) => emails.map(({ data }) => data["canUndo"]);
  const changed = (user: User, to: string, at: Date) =>
    confirmNewEmail({ ...user, newEmail: to }, at);

  it("replaces the email and lets the verified old one undo it", () => {
    const change = changed({ ...make(), emailVerified: true }, "new@example.com", later);
    expect(change.state).toMatchObject({ email: "new@example.com", emailVerified: true });
    expect(change.state.newEmail).toBeUndefined();
    expect(kinds(change)).toEqual([`email-changed ${email}`]);
    expect(undoable(change)).toEqual(["yes"]);
  });

  it("gives no link to an old email that was never verified", () => {
    expect(undoable(changed(make(), "new@example.com", later))).toEqual([undefined]);
  });

  it("gives no link to an email that the account has had for less than 72 hours", () => {
    const { state } = changed({ ...make(), emailVerified: true }, "thief@example.com", later);
    const after = (hours: number) => new Date(later.getTime() + hours * hourMs);
    expect(undoable(changed(state, "thief2@example.com", after(71)))).toEqual([undefined]);
    expect(undoable(changed(state, "next@example.com", after(72)))).toEqual(["yes"]);
  });

  it("is undone for the former email, and for the current one nothing changes", () => {
    const { state } = changed({ ...make(), emailVerified: true }, "thief@example.com", later);
    const undone = undoEmailChange(
      { ...state, newEmail: "other@example.com" },
      { email, passwordHash: "unknown" },
      later,
    )?.state;
    expect(undone).toMatchObject({ email, emailVerified: true, newEmail: undefined });
    expect(undone).toMatchObject({ passwordHash: "unknown", passwordChangedAt: later });
    expect(undone?.emailChangedAt).toBeUndefined();
    expect(
      undone && undoEmailChange(undone, { email, passwordHash: "unknown" }, later),
    ).toBeUndefined();
  });
});

describe("an authenticator app", () => {
  const hourMs = 3_600_000;
  const enabledAt = now;
  const secondFactor = { sealedSecret: "sealed", lastStep: 0, recoveryHashes: [], enabledAt };
  const user: User = { ...make(), secondFactor };
  const after = (hours: number) => new Date(now.getTime() + hours * hourMs);

  it("ends when an emailed link sets the password of an account with an unverified address", () => {
    const reset = (given: Partial<User>) =>
      resetPassword({ ...user, ...given }, "new", later).state.secondFactor;
    expect(reset({ emailVerified: false })).toBeUndefined();
    expect(reset({ emailVerified: true })).toEqual(secondFactor);
    expect(reset({ emailVerified: false, role: "admin" })).toEqual(secondFactor);
  });

  it("ends when the former address undoes a change, unless it is too old to be a thief's", () => {
    const former = { email: "old@example.com", passwordHash: "unknown" };
    const undone = (at: Date, given: Partial<User> = {}) =>
      undoEmailChange({ ...user, ...given }, former, at)?.state.secondFactor;
    expect(undone(after(144))).toBeUndefined();
    expect(undone(after(145))).toEqual(secondFactor);
    expect(undone(after(1), { role: "admin" })).toEqual(secondFactor);
  });
});

describe("requestDeletion", () => {
  it("begins a deletion once, ends access, and records each confirmation once", () => {
    const user = make();
    const begun = requestDeletion(user, later)?.state;
    expect(begun?.deletion).toEqual({ requestedAt: later, erased: [] });
    if (!begun) return;
    expect(requestDeletion(begun, now)).toBeUndefined();
    expect(hasSameAccess(begun, user)).toBe(false);
    const confirmed = confirmErasure(begun, "billing")?.state;
    expect(confirmed?.deletion?.erased).toEqual(["billing"]);
    expect(confirmed && confirmErasure(confirmed, "billing")).toBeUndefined();
    expect(confirmErasure(user, "billing")).toBeUndefined();
  });
});

describe("registerUser", () => {
  const newUser: NewUser = {
    id: "usr_1" as UserId,
    username: "Jo",
    role: "user",
    passwordHash: "hash",
  };
  it("registers an account with an unverified email in lower case", () => {
    const { eventType, state } = registerUser({ ...newUser, email: "Jo@Example.COM" }, now);
    expect(eventType).toBe("user.registered");
    expect(state).toMatchObject({ username: "Jo", email: "jo@example.com", emailVerified: false });
    expect(state.createdAt).toBe(now);
  });

  it("stores no phone for the placeholder of an empty phone", () => {
    expect(registerUser({ ...newUser, phone: "000-000-0000" }, now).state.phone).toBeUndefined();
    expect(registerUser({ ...newUser, phone: "555-000-0000" }, now).state.phone).toBe(
      "555-000-0000",
    );
  });

  it("stores the time of consent only when it was given", () => {
    const termsAt = (termsAccepted?: boolean) =>
      registerUser({ ...newUser, termsAccepted }, now).state.termsAcceptedAt;
    expect([termsAt(true), termsAt(false), termsAt()]).toEqual([now, undefined, undefined]);
  });

  it("requests the verification of an email unless it is verified or the account has no password", () => {
    const emailsFor = (more: Partial<NewUser>) => registerUser({ ...newUser, ...more }, now).emails;
    expect(emailsFor({ email })).toMatchObject([
      { kind: "verify-email", to: email, userId: "usr_1" },
    ]);
    expect(emailsFor({})).toEqual([]);
    expect(emailsFor({ email, emailVerified: true })).toEqual([]);
    expect(emailsFor({ email, passwordHash: undefined })).toEqual([]);
  });
});
