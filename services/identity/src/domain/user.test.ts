import { expect, it } from "vitest";
import { registerUser, type NewUser, type UserId } from "./user.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const input: NewUser = {
  id: "usr_1" as UserId,
  username: "Jo",
  role: "user",
  passwordHash: "hash",
};

it("registers an account with an unverified, lower-cased e-mail", () => {
  const { eventType, state } = registerUser({ ...input, email: "Jo@Example.COM" }, now);
  expect(eventType).toBe("user.registered");
  expect(state).toMatchObject({ username: "Jo", email: "jo@example.com", emailVerified: false });
  expect(state.createdAt).toBe(now);
});

it("takes the placeholder of an empty phone as no phone", () => {
  expect(registerUser({ ...input, phone: "000-000-0000" }, now).state.phone).toBeUndefined();
  expect(registerUser({ ...input, phone: "555-000-0000" }, now).state.phone).toBe("555-000-0000");
});

it("dates consent when it was given, and only then", () => {
  const termsAt = (termsAccepted?: boolean) =>
    registerUser({ ...input, termsAccepted }, now).state.termsAcceptedAt;
  expect([termsAt(true), termsAt(false), termsAt()]).toEqual([now, undefined, undefined]);
});

it("asks to verify an e-mail, unless it is proved or the account has no password yet", () => {
  const email = "jo@example.com";
  const owed = (more: Partial<NewUser>) => registerUser({ ...input, ...more }, now).mails;
  expect(owed({ email })).toMatchObject([{ kind: "verify-email", to: email, userId: "usr_1" }]);
  expect(owed({})).toEqual([]);
  expect(owed({ email, emailVerified: true })).toEqual([]);
  expect(owed({ email, passwordHash: undefined })).toEqual([]);
});
