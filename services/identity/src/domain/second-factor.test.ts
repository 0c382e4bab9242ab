import { describe, expect, it } from "vitest";
import { addPasskey } from "./passkeys.ts";
import {
  enableSecondFactor,
  removeFactors,
  removeSecondFactor,
  undoFactors,
} from "./second-factor.ts";
import { hasSameAccess, registerUser } from "./user-changes.ts";
import type { Passkey, User, UserId } from "./user.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const email = "jo@example.com";
const id = "usr_1" as UserId;
const input = { id, username: "Jo", role: "user", passwordHash: "hash", email } as const;
const user: User = { ...registerUser(input, now).state, emailVerified: true };
const app = { sealedSecret: "sealed", lastStep: 0, recoveryHashes: [] };
const secondFactor = { ...app, enabledAt: now };
const passkeyOf = (passkeyId: string): Passkey => ({
  id: passkeyId,
  publicKey: "key",
  counter: 0,
  transports: [],
  name: "My phone",
  createdAt: now,
});
const passkeys = [passkeyOf("a")];

describe("the link that removes a new factor", () => {
  const ofApp = (given: Partial<User>) =>
    enableSecondFactor({ ...user, ...given }, app, now).emails.map(({ data }) => data["canUndo"]);
  const ofPasskey = (given: Partial<User>) =>
    addPasskey({ ...user, ...given }, passkeyOf("b"), now).emails.map(
      ({ data }) => data["canUndo"],
    );

  it("is in the email about the first factor of a user or an admin", () => {
    for (const role of ["user", "admin"] as const) {
      expect(ofApp({ role })).toEqual(["yes"]);
      expect(ofPasskey({ role })).toEqual(["yes"]);
    }
  });

  it("is in the email about a factor of a user with passkeys, whom the password still signs in", () => {
    expect(ofApp({ passkeys })).toEqual(["yes"]);
    expect(ofPasskey({ passkeys })).toEqual(["yes"]);
  });

  it("is in no email of an account that needed a factor before", () => {
    expect(ofPasskey({ secondFactor })).toEqual([undefined]);
    expect(ofApp({ role: "admin", passkeys })).toEqual([undefined]);
    expect(ofPasskey({ role: "admin", passkeys })).toEqual([undefined]);
  });

  it("is in no email to an address that was not verified before", () => {
    expect(ofApp({ emailVerified: false })).toEqual([undefined]);
    expect(ofPasskey({ emailVerified: false })).toEqual([undefined]);
  });

  it("removes every factor, the password and a new address that waits", () => {
    const taken = { ...user, secondFactor, passkeys, newEmail: "thief@example.com" };
    const { state } = undoFactors(taken, "unknown", now);
    expect(state).toMatchObject({ passwordHash: "unknown", passwordChangedAt: now, email });
    for (const gone of ["secondFactor", "passkeys", "newEmail"] as const)
      expect(state[gone]).toBeUndefined();
    expect(hasSameAccess(state, taken)).toBe(false);
  });
});

it("removes the factors of an owner who has lost them, keeps the password and notifies the owner", () => {
  const change = removeFactors({ ...user, role: "admin", secondFactor, passkeys }, now);
  expect(change?.state).toMatchObject({ passwordHash: "hash", role: "admin" });
  expect(change?.state.secondFactor ?? change?.state.passkeys).toBeUndefined();
  expect(change?.emails).toMatchObject([{ kind: "second-factor-off", to: email }]);
  expect(removeFactors(user, now)).toBeUndefined();
});

it("forgets a new address that waits when the first factor is added or two-step sign-in is turned off", () => {
  const waiting: User = { ...user, newEmail: "thief@example.com" };
  const admin: User = { ...waiting, role: "admin" };
  const key = passkeyOf("b");
  const changes = [
    enableSecondFactor(waiting, app, now),
    addPasskey(admin, key, now),
    removeSecondFactor({ ...waiting, secondFactor }, now),
    removeFactors({ ...waiting, passkeys }, now),
  ];
  for (const change of changes) expect(change?.state).toMatchObject({ newEmail: undefined });
  for (const before of [waiting, { ...admin, passkeys }])
    expect(addPasskey(before, key, now).state.newEmail, "no factor is new").toBe(waiting.newEmail);
});
