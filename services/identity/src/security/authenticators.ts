import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from "node:crypto";
import type { Clock } from "@orbline/kit/clock";
import { accountName } from "@orbline/proto/constants/usernames";
import { Secret, TOTP } from "otpauth";
import type { User } from "../domain/user.ts";
import type { Authenticators } from "../use-cases/ports.ts";

const enrollmentMs = 15 * 60_000;
const recoveryCodeCount = 10;
/** Letters and digits that nobody confuses. */
const recoveryAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const [ivBytes, tagBytes] = [12, 16];

/**
 * Authenticator apps with TOTP (RFC 6238: SHA-1, 30 seconds, six digits, the parameters that all apps know). Secrets are
 * encrypted with AES-256-GCM for their user. A recovery code has 50 random bits.
 */
export function totpAuthenticators({
  key: secret,
  clock,
}: {
  key: string;
  clock: Clock;
}): Authenticators {
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  const secretKey = deriveKey("authenticator secrets");
  const recoveryKey = deriveKey("recovery codes");
  const box = (purpose: string) => sealedBox(secretKey, purpose);
  const secretBox = (userId: string) => box(`secret of ${userId}`);
  const enrollmentBox = ({ id, passwordChangedAt }: Pick<User, "id" | "passwordChangedAt">) =>
    box(`enrollment of ${id} ${passwordChangedAt?.getTime() ?? 0}`);
  return {
    begin: (user, made = new Secret({ size: 20 }).base32) => {
      const expiresAtMs = clock.now().getTime() + enrollmentMs;
      const enrollment = enrollmentBox(user).seal(JSON.stringify([made, expiresAtMs]));
      return { secret: made, uri: totpOf(made, accountName(user)).toString(), enrollment };
    },
    sealedSecretOf: (user, enrollment) => {
      const opened = enrollmentBox(user).open(enrollment);
      if (opened === undefined) return undefined;
      const [made, expiresAtMs] = JSON.parse(opened) as [string, number];
      return expiresAtMs > clock.now().getTime() ? secretBox(user.id).seal(made) : undefined;
    },
    stepOf: (userId, sealedSecret, code) => {
      const opened = secretBox(userId).open(sealedSecret);
      if (opened === undefined) throw new Error("FACTOR_KEY does not decrypt a stored secret");
      const totp = totpOf(opened);
      const timestamp = clock.now().getTime();
      const delta = totp.validate({ token: code, timestamp, window: 1 });
      return delta === null ? undefined : totp.counter({ timestamp }) + delta;
    },
    newRecoveryCodes: () => Array.from({ length: recoveryCodeCount }, newRecoveryCode),
    hashRecoveryCode: (userId, code) =>
      createHmac("sha256", recoveryKey)
        .update(JSON.stringify([userId, code.replaceAll("-", "")]))
        .digest("base64url"),
  };
}

function totpOf(base32: string, label?: string): TOTP {
  return new TOTP({
    issuer: "Orbline",
    ...(label && { label }),
    secret: Secret.fromBase32(base32),
  });
}

/** Two groups of five characters, such as `k3m9x-pa7td`. */
function newRecoveryCode(): string {
  const characters = Array.from(
    { length: 10 },
    () => recoveryAlphabet[randomInt(recoveryAlphabet.length)],
  );
  return [characters.slice(0, 5).join(""), characters.slice(5).join("")].join("-");
}

/** Encrypts texts for one purpose: initialization vector, authentication tag and ciphertext in base64url. */
function sealedBox(key: Buffer, purpose: string) {
  const authTagLength = tagBytes;
  return {
    seal: (text: string): string => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength });
      cipher.setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    /** Undefined for a text that another key or purpose has sealed. */
    open: (sealed: string): string | undefined => {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < ivBytes + tagBytes) return undefined;
      const iv = bytes.subarray(0, ivBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
