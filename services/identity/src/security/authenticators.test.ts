import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import type { UserId } from "../domain/user.ts";
import { totpAuthenticators } from "./authenticators.ts";

const jo = { id: "usr_1" as UserId, username: "Jo" };
const other = "usr_2" as UserId;

const open = (key = "a-factor-key-of-a-test") => {
  const time = { now: new Date("2026-03-01T12:00:10.000Z") };
  return { time, ...totpAuthenticators({ key, clock: { now: () => time.now } }) };
};

const enrolled = () => {
  const app = open();
  const { secret, uri, enrollment } = app.begin(jo);
  const sealed = app.sealedSecretOf(jo, enrollment) ?? "";
  const codeAt = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: app.time.now.getTime() + seconds * 1_000,
    });
  return { ...app, secret, uri, enrollment, sealed, codeAt };
};

describe("the codes of an app", () => {
  it("are those of RFC 6238", () => {
    const totp = new TOTP({ secret: Secret.fromUTF8("12345678901234567890"), digits: 8 });
    expect(totp.generate({ timestamp: 59_000 })).toBe("94287082");
    expect(totp.generate({ timestamp: 1_111_111_109_000 })).toBe("07081804");
  });

  it("name the account and us in the app", () => {
    expect(enrolled().uri).toMatch(
      /^otpauth:\/\/totp\/Orbline:Jo\?issuer=Orbline&secret=[A-Z2-7]{32}&/,
    );
  });

  it("name the account of a guest by its email address, because its username is generated", () => {
    const id = "usr_0f8e2c7a4b1d4e6f9a3c250baa5537c7" as UserId;
    const guest = { id, username: "player-250baa5537c7", email: "jo@example.com" };
    expect(open().begin(guest).uri).toContain("Orbline:jo%40example.com?");
  });

  it.each([
    [-60, undefined],
    [-30, -1],
    [0, 0],
    [30, 1],
    [60, undefined],
  ])("made %d seconds away count as step %s", (seconds, delta) => {
    const { stepOf, sealed, codeAt, time } = enrolled();
    const now = Math.floor(time.now.getTime() / 30_000);
    const step = delta === undefined ? undefined : now + delta;
    expect(stepOf(jo.id, sealed, codeAt(seconds))).toBe(step);
  });
});

describe("an enrollment", () => {
  it("is valid until the password changes", () => {
    const { sealedSecretOf, enrollment, time } = enrolled();
    const changed = { ...jo, passwordChangedAt: time.now };
    expect(sealedSecretOf(changed, enrollment)).toBeUndefined();
  });

  it("is valid for 15 minutes, for its user only, and not when it was changed", () => {
    const { sealedSecretOf, enrollment, time } = enrolled();
    expect(sealedSecretOf({ id: other }, enrollment)).toBeUndefined();
    const changed = `${enrollment.startsWith("A") ? "B" : "A"}${enrollment.slice(1)}`;
    expect(sealedSecretOf(jo, changed)).toBeUndefined();
    expect(sealedSecretOf(jo, "short")).toBeUndefined();
    time.now = new Date(time.now.getTime() + 15 * 60_000);
    expect(sealedSecretOf(jo, enrollment)).toBeUndefined();
  });
});

describe("a stored secret", () => {
  it("does not contain the secret and cannot be read for another user or with another key", () => {
    const { sealed, secret, stepOf, codeAt } = enrolled();
    expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain(secret);
    expect(() => stepOf(other, sealed, codeAt(0))).toThrow("FACTOR_KEY");
    expect(() => open("another-factor-key").stepOf(jo.id, sealed, codeAt(0))).toThrow("FACTOR_KEY");
  });
});

describe("recovery codes", () => {
  it("are ten different ones that are easy to read", () => {
    const codes = open().newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-km-z2-9]{5}-[a-km-z2-9]{5}$/);
  });

  it("have a hash that depends on the user and the key, and not on the dash", () => {
    const { hashRecoveryCode } = open();
    const hash = hashRecoveryCode(jo.id, "k3m9x-pa7td");
    expect(hashRecoveryCode(jo.id, "k3m9xpa7td")).toBe(hash);
    expect(hashRecoveryCode(other, "k3m9x-pa7td")).not.toBe(hash);
    expect(open("another-factor-key").hashRecoveryCode(jo.id, "k3m9x-pa7td")).not.toBe(hash);
  });
});
