import { describe, expect, it } from "vitest";
import {
  changeContact,
  changePassword,
  claimAccount,
  confirmErasure,
  hasSameAccess,
  replacePasswordHash,
  requestDeletion,
  resetPassword,
  verifyEmail,
} from "./user-changes.ts";
import { type NewUser, registerUser, type User, type UserId } from "./user.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const later = new Date("2026-03-02T12:00:00.000Z");
const email = "jo@example.com";
const make = (more: Partial<NewUser> = {}): User =>
  registerUser(
    { id: "usr_1" as UserId, username: "Jo", role: "user", passwordHash: "hash", email, ...more },
    now,
  ).state;
const kinds = (change: { mails: readonly { kind: string; to: string }[] } | undefined) =>
  change?.mails.map(({ kind, to }) => `${kind} ${to}`);

describe("a password", () => {
  it("is hashed anew and nothing else, unless another was set meanwhile", () => {
    const user = make();
    const change = replacePasswordHash(user, { from: "hash", to: "newer" });
    expect(change?.state).toEqual({ ...user, passwordHash: "newer" });
    expect(replacePasswordHash(user, { from: "older", to: "newer" })).toBeUndefined();
  });

  it("is changed with its time and a notice to the owner", () => {
    const change = changePassword(make(), "newer", later);
    expect(change.state).toMatchObject({ passwordHash: "newer", passwordChangedAt: later });
    expect(kinds(change)).toEqual([`password-changed ${email}`]);
    expect(kinds(changePassword(make({ email: undefined }), "newer", later))).toEqual([]);
  });

  it("that was set by a mailed link proves the e-mail; only one that replaces another is told of", () => {
    const change = resetPassword(make(), "newer", later);
    expect(change.state.emailVerified).toBe(true);
    expect(kinds(change)).toEqual([`password-changed ${email}`]);
    const first = resetPassword(make({ passwordHash: undefined }), "first", later);
    expect(first.state).toMatchObject({ passwordHash: "first", emailVerified: true });
    expect(first.mails).toEqual([]);
  });

  it("ends the access of who proved the one before", () => {
    const user = make();
    expect(hasSameAccess(user, user)).toBe(true);
    expect(hasSameAccess(changePassword(user, "newer", later).state, user)).toBe(false);
    const rehashed = replacePasswordHash(user, { from: "hash", to: "newer" });
    expect(hasSameAccess(rehashed?.state ?? user, user)).toBe(true);
  });
});

describe("an account that a checkout opened", () => {
  it("gets its first password and the name of its owner's choice", () => {
    const user = make({ passwordHash: undefined });
    const change = claimAccount(user, { passwordHash: "first", username: "Jo2" }, later);
    expect(change.state).toMatchObject({
      passwordHash: "first",
      username: "Jo2",
      emailVerified: true,
    });
    expect(change.mails).toEqual([]);
  });

  it("keeps its name when it had a password, and is told of the new one", () => {
    const change = claimAccount(make(), { passwordHash: "other", username: "Jo2" }, later);
    expect(change.state).toMatchObject({ passwordHash: "other", username: "Jo" });
    expect(kinds(change)).toEqual([`password-changed ${email}`]);
  });
});

describe("contact", () => {
  const verified = { ...make(), emailVerified: true };

  it("moves to another e-mail, to be verified, and tells the old one", () => {
    const change = changeContact(verified, { email: "New@Example.com" }, later);
    expect(change?.state).toMatchObject({ email: "new@example.com", emailVerified: false });
    expect(kinds(change)).toEqual([`email-changed ${email}`, "verify-email new@example.com"]);
  });

  it("is left alone by the same e-mail, in whatever case", () => {
    expect(changeContact(verified, { email: "JO@example.com" }, later)).toBeUndefined();
  });

  it("changes or removes the phone and leaves the e-mail", () => {
    const change = changeContact(verified, { phone: "555-123-4567" }, later);
    expect(change?.state).toMatchObject({ phone: "555-123-4567", emailVerified: true, email });
    const removed = changeContact(change?.state ?? verified, { phone: undefined }, later);
    expect(removed?.state.phone).toBeUndefined();
  });

  it("is verified once", () => {
    expect(verifyEmail(make())?.state.emailVerified).toBe(true);
    expect(verifyEmail(verified)).toBeUndefined();
  });
});

describe("a deletion", () => {
  it("begins once, ends access, and notes each confirmation once", () => {
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
