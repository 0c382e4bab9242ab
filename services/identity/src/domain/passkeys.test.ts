import { describe, expect, it } from "vitest";
import { addPasskey, passkeySite, recordPasskeyUse, removePasskey } from "./passkeys.ts";
import { hasSameAccess, registerUser, resetPassword, undoEmailChange } from "./user-changes.ts";
import { type Passkey, sessionRoleOf, type User, type UserId } from "./user.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const id = "usr_1" as UserId;

const passkeyOf = (passkeyId: string, counter = 0): Passkey => ({
  id: passkeyId,
  publicKey: "key",
  counter,
  transports: [],
  name: "My phone",
  createdAt: now,
});

const user: User = {
  ...registerUser(
    { id, username: "admin_jo", role: "user", passwordHash: "hash", email: "jo@example.com" },
    now,
  ).state,
  passkeys: [passkeyOf("a", 5), passkeyOf("b")],
};

it.each([
  ["https://orbline.example", "orbline.example", "https://orbline.example"],
  [
    "https://bets.orbline.example:8443",
    "bets.orbline.example",
    "https://bets.orbline.example:8443",
  ],
  ["http://localhost:8080", "localhost", "http://localhost:8080"],
])("derives domain and origin of passkeys from %s", (publicOrigin, rpId, origin) => {
  expect(passkeySite(publicOrigin)).toEqual({ id: rpId, origin });
});

describe("a use of a passkey", () => {
  const countersAfter = (passkeyId: string, counter: number) =>
    recordPasskeyUse(user, { id: passkeyId, counter }, now)?.state.passkeys?.map(
      (passkey) => passkey.counter,
    );

  it("stores a counter that has grown", () => {
    expect(countersAfter("a", 6)).toEqual([6, 0]);
  });

  it.each([5, 4, 0])("is refused with the counter %d after 5", (counter) => {
    expect(countersAfter("a", counter)).toBeUndefined();
  });

  it("is accepted each time while the device does not count", () => {
    expect(countersAfter("b", 0)).toEqual([5, 0]);
  });

  it("is refused for an unknown passkey", () => {
    expect(countersAfter("c", 9)).toBeUndefined();
  });
});

describe("the passkeys of a user", () => {
  it("notify the owner when one is added or removed, and make earlier proofs invalid", () => {
    const added = addPasskey(user, passkeyOf("c"), now);
    expect(added.emails).toMatchObject([{ kind: "passkey-added", to: "jo@example.com" }]);
    expect(hasSameAccess(added.state, user)).toBe(false);
    const removed = removePasskey(user, "a", now);
    expect(removed.emails).toMatchObject([{ kind: "passkey-removed" }]);
    expect(hasSameAccess(removed.state, user)).toBe(false);
  });

  it("are each added once, and at most ten", () => {
    expect(() => addPasskey(user, passkeyOf("a"), now)).toThrow("This passkey was added before.");
    const passkeys = Array.from({ length: 10 }, (_, index) => passkeyOf(`p${index}`));
    expect(() => addPasskey({ ...user, passkeys }, passkeyOf("a"), now)).toThrow("10 passkeys");
  });

  it("end when an emailed link sets the password of an account with an unverified address", () => {
    const reset = (given: Partial<User>) =>
      resetPassword({ ...user, ...given }, "new", now).state.passkeys?.length ?? 0;
    expect(reset({ emailVerified: false })).toBe(0);
    expect(reset({ emailVerified: true })).toBe(2);
    expect(reset({ emailVerified: false, role: "admin" })).toBe(2);
  });

  it("end when the former address undoes a change of the address", () => {
    const former = { email: "old@example.com", passwordHash: "unknown" };
    const undone = (given: Partial<User>) =>
      undoEmailChange({ ...user, ...given }, former, now)?.state.passkeys?.length ?? 0;
    expect(undone({})).toBe(0);
    expect(undone({ role: "admin" })).toBe(2);
  });

  it("give an admin the rights of an admin, and the last one cannot be removed", () => {
    const admin: User = { ...user, role: "admin", passkeys: undefined };
    expect(sessionRoleOf(admin)).toBe("unenrolled");
    const enrolled = addPasskey(admin, passkeyOf("a"), now).state;
    expect(sessionRoleOf(enrolled)).toBe("admin");
    expect(() => removePasskey(enrolled, "a", now)).toThrow("Admins need");
    const both = addPasskey(enrolled, passkeyOf("b"), now).state;
    expect(removePasskey(both, "a", now).state.passkeys).toMatchObject([{ id: "b" }]);
  });
});
