import { createECDH } from "node:crypto";

/** Whether two VAPID keys (RFC 8292) are halves of one pair; base64url. */
export function isVapidPair(
  publicKey: string | undefined,
  privateKey: string | undefined,
): boolean {
  if (publicKey === undefined || privateKey === undefined) return false;
  try {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(privateKey, "base64url");
    return pair.getPublicKey("base64url") === publicKey;
  } catch {
    return false;
  }
}
