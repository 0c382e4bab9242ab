import { expect, it } from "vitest";
import { registerUser, replacePasswordHash, type NewUser, type UserId } from "./user.ts";

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

it("replaces the hash and nothing else", () => {
  const { state } = registerUser(input, now);
  expect(replacePasswordHash(state, "newer")).toEqual({
    eventType: "user.updated",
    state: { ...state, passwordHash: "newer" },
  });
});
