import { createECDH, generateKeyPairSync, randomBytes, randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

const generators = {
  GRPC_TOKEN_IDENTITY: token,
  GRPC_TOKEN_BILLING: token,
  GRPC_TOKEN_PREDICTION: token,
  GRPC_TOKEN_ADMIN: token,
  RECORD_SIGNING_KEY: signingKey,
  KAFKA_PASSWORD_BROKER: token,
  KAFKA_PASSWORD_OPERATOR: token,
  KAFKA_PASSWORD_IDENTITY: token,
  KAFKA_PASSWORD_BILLING: token,
  KAFKA_PASSWORD_PREDICTION: token,
  KAFKA_PASSWORD_ADMIN: token,
  MONGO_PASSWORD_ROOT: token,
  MONGO_PASSWORD_IDENTITY: token,
  MONGO_PASSWORD_BILLING: token,
  MONGO_PASSWORD_PREDICTION: token,
  MONGO_PASSWORD_ADMIN: token,
  REDIS_PASSWORD_OPERATOR: token,
  REDIS_PASSWORD_GATEWAY: token,
  REDIS_PASSWORD_IDENTITY: token,
  SECURITY_LOG_KEY: token,
  FACTOR_KEY: token,
  SELF_EXCLUSION_KEY: token,
  AUDIT_KEY: token,
  STRIPE_SECRET_KEY: () => `sk_test_${randomBytes(24).toString("hex")}`,
  STRIPE_WEBHOOK_SECRET: () => `whsec_${randomBytes(24).toString("hex")}`,
  DEMO_ADMIN_PASSWORD: password,
  DEMO_ADMIN_TOTP: totpSecret,
  DEMO_SUBSCRIBER_PASSWORD: password,
  DEMO_TRIAL_PASSWORD: password,
  DEMO_FREE_PASSWORD: password,
};

/** Keys, tokens and demo passwords of one installation; the keys are PEM in base64 on one line. */
export type Secrets = Record<
  | keyof typeof generators
  | keyof ReturnType<typeof generateKeys>
  | keyof ReturnType<typeof generateVapidKeys>,
  string
> & {
  /** The gateway's next key, while the secrets are rotated. */
  ASSERTION_PRIVATE_KEY_NEXT?: string;
};

/** Reads `secrets.env` of the data folder and adds what is missing. Only the owner can read the file. */
export function ensureSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.env");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const secrets = complete(parseEnv(text));
  if (linesOf(secrets) !== text) {
    mkdirSync(dataDir, { recursive: true });
    // Databases and logs below it hold personal data too.
    chmodSync(dataDir, 0o700);
    writeFileSync(file, linesOf(secrets), { mode: 0o600 });
  }
  return secrets;
}

/** Secrets as the text of an environment file. */
export function linesOf(secrets: NodeJS.Dict<string>): string {
  return Object.entries(secrets)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

/** Adds what an older installation lacks; never replaces a secret. */
function complete(stored: NodeJS.Dict<string>): Secrets {
  const { ASSERTION_PRIVATE_KEY, ASSERTION_PUBLIC_KEY, ASSERTION_PRIVATE_KEY_NEXT } = stored;
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = stored;
  const keys =
    ASSERTION_PRIVATE_KEY && ASSERTION_PUBLIC_KEY
      ? { ASSERTION_PRIVATE_KEY, ASSERTION_PUBLIC_KEY }
      : generateKeys();
  const vapid =
    VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
      ? { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }
      : generateVapidKeys();
  const others = Object.entries(generators).map(([name, make]) => [name, stored[name] ?? make()]);
  return {
    ...keys,
    ...vapid,
    ...(ASSERTION_PRIVATE_KEY_NEXT && { ASSERTION_PRIVATE_KEY_NEXT }),
    ...(Object.fromEntries(others) as Record<keyof typeof generators, string>),
  };
}

/** A key pair of the gateway, as its variables. */
export function generateKeys() {
  const pair = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return {
    ASSERTION_PRIVATE_KEY: Buffer.from(pair.privateKey).toString("base64"),
    ASSERTION_PUBLIC_KEY: Buffer.from(pair.publicKey).toString("base64"),
  };
}

/** A key pair that signs push messages (RFC 8292), as its variables: point and scalar of P-256, base64url. */
function generateVapidKeys() {
  const pair = createECDH("prime256v1");
  const VAPID_PUBLIC_KEY = pair.generateKeys("base64url");
  // A scalar may be shorter than 32 bytes.
  const scalar = pair.getPrivateKey();
  const padded = Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]);
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: padded.toString("base64url") };
}

function signingKey(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return Buffer.from(privateKey.export({ type: "pkcs8", format: "pem" })).toString("base64");
}

/** A random token. */
export function token(): string {
  return randomBytes(32).toString("base64url");
}

/** 160 random bits in base32, as authenticator apps take it. */
function totpSecret(): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  return Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** 72 random bits in three groups that are easy to type. It meets every rule of the password checklist. */
function password(): string {
  const groups = [1, 2, 3].map(() => randomBytes(3).toString("hex"));
  return ["Orb1", ...groups].join("-");
}
