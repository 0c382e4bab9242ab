import { createHmac, generateKeyPairSync } from "node:crypto";
import jwt from "jsonwebtoken";
import { afterEach, expect, it, vi } from "vitest";
import { assertionSigner, assertionVerifier, type Caller } from "./auth.ts";
import { testKeys } from "./testing/keys.ts";

const { privateKey, publicKey } = testKeys;
const audience = "identity";
const sign = assertionSigner({ privateKey });
const openVerifier = () => assertionVerifier({ publicKey, audience });
const user: Caller = { kind: "user", userId: "u1", role: "admin", sessionId: "a".repeat(64) };
const claims = { sub: "u1", role: "user", sid: "s", aud: audience, iss: "gateway" };

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const inAMinute = () => Math.floor(Date.now() / 1000) + 60;

afterEach(() => {
  vi.useRealTimers();
});

it("carries the gateway's caller to a service", () => {
  const verify = openVerifier();
  expect(verify(sign(user, audience))).toEqual(user);
  expect(verify(sign({ kind: "anonymous" }, audience))).toEqual({ kind: "anonymous" });
});

const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
const publicPem = publicKey.export({ type: "spki", format: "pem" });
const hs256 = () => {
  const text = `${base64({ alg: "HS256", typ: "JWT" })}.${base64({ ...claims, exp: inAMinute() })}`;
  return `${text}.${createHmac("sha256", publicPem).update(text).digest("base64url")}`;
};
const tampered = () => {
  const [header, , signature] = sign(user, audience).split(".");
  return [header, base64({ ...claims, role: "admin", exp: inAMinute() }), signature].join(".");
};
const options = { algorithm: "ES256", expiresIn: 60 } as const;

it.each([
  ["for another service", () => sign(user, "billing")],
  [
    "signed with another key",
    () => assertionSigner({ privateKey: other.privateKey })(user, audience),
  ],
  ["that is tampered with", tampered],
  ["without a signature", () => sign(user, audience).split(".").slice(0, 2).join(".") + "."],
  [
    "with the algorithm none",
    () => `${base64({ alg: "none" })}.${base64({ ...claims, exp: inAMinute() })}.`,
  ],
  ["signed with the public key as a shared secret", hs256],
  ["from another issuer", () => jwt.sign({ ...claims, iss: "x" }, privateKey, options)],
  ["without an expiry", () => jwt.sign(claims, privateKey, { algorithm: "ES256" })],
  ["for an unknown role", () => jwt.sign({ ...claims, role: "root" }, privateKey, options)],
  ["without a session", () => jwt.sign({ ...claims, sid: "" }, privateKey, options)],
  ["without a subject", () => jwt.sign({ ...claims, sub: "" }, privateKey, options)],
  ["that expired", () => jwt.sign(claims, privateKey, { ...options, expiresIn: -10 })],
  ["that is not a token", () => "nonsense"],
  ["that is empty", () => ""],
])("refuses an assertion %s", (_what, make) => {
  expect(() => openVerifier()(make())).toThrow(
    expect.objectContaining({ kind: "unauthenticated", code: "assertion.invalid" }) as Error,
  );
});

it("accepts either of two keys while the gateway's key is replaced, and no third one", () => {
  const verify = assertionVerifier({ publicKey: [publicKey, other.publicKey], audience });
  const third = generateKeyPairSync("ec", { namedCurve: "P-256" });
  for (const key of [privateKey, other.privateKey])
    expect(verify(assertionSigner({ privateKey: key })(user, audience))).toEqual(user);
  const forged = assertionSigner({ privateKey: third.privateKey })(user, audience);
  expect(() => verify(forged)).toThrow("not valid");
});

it("refuses a cached token once it has expired", async () => {
  vi.useFakeTimers();
  const verify = openVerifier();
  const token = sign(user, audience);
  expect(verify(token)).toEqual(user);
  vi.advanceTimersByTime(59_000);
  expect(verify(token)).toEqual(user);
  vi.advanceTimersByTime(7_000);
  expect(() => verify(token)).toThrow("not valid");
});

it("accepts a cached token without verifying its signature again", () => {
  const verify = openVerifier();
  const token = sign(user, audience);
  const check = vi.spyOn(jwt, "verify");
  for (let index = 0; index < 5; index += 1) verify(token);
  expect(check).toHaveBeenCalledOnce();
  check.mockRestore();
});
