import { generateKeyPairSync, randomBytes } from "node:crypto";
import { assertionHeader, assertionSigner, type Caller } from "../auth.ts";

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** A key pair for this test process, also as environment variables of the services. */
export const testKeys = {
  privateKey: pair.privateKey,
  publicKey: pair.publicKey,
  env: {
    ASSERTION_PRIVATE_KEY: Buffer.from(
      pair.privateKey.export({ type: "pkcs8", format: "pem" }),
    ).toString("base64"),
    ASSERTION_PUBLIC_KEY: Buffer.from(
      pair.publicKey.export({ type: "spki", format: "pem" }),
    ).toString("base64"),
  },
};

/** An Ed25519 key for this test process, as an environment variable takes it. */
export const testSigningKey: string = Buffer.from(
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }),
).toString("base64");

const callers = ["gateway", "identity", "billing", "prediction", "admin", "test"];

/** One secret per caller for this test process. */
export const testTokens: Record<string, string> = Object.fromEntries(
  callers.map((caller) => [caller, randomBytes(24).toString("hex")]),
);

const sign = assertionSigner({ privateKey: testKeys.privateKey });

/** Request headers that the gateway sends for this caller, who has just signed in unless `provenAtMs` says otherwise. */
export const assertionFor = (caller: Caller, audience: string): Record<string, string> => ({
  [assertionHeader]: sign(
    caller.kind === "user" ? { provenAtMs: Date.now(), ...caller } : caller,
    audience,
  ),
});
