import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";

/** The state of the tree at a moment: its number of leaves and its root. */
export type TreeHead = { size: number; rootHash: Buffer; timestamp: Date };

/** A head with its place among all heads (from 0) and its signature. */
export type SignedTreeHead = TreeHead & { number: number; keyId: string; signature: Buffer };

/** The bytes of a head that are signed: `TreeHeadSignature` of RFC 6962, section 3.5. */
function signedBytes({ size, rootHash, timestamp }: TreeHead): Buffer {
  const bytes = Buffer.alloc(50);
  bytes.writeUInt8(0, 0); // Version v1.
  bytes.writeUInt8(1, 1); // Signature type tree_hash.
  bytes.writeBigUInt64BE(BigInt(timestamp.getTime()), 2);
  bytes.writeBigUInt64BE(BigInt(size), 10);
  bytes.set(rootHash, 18);
  return bytes;
}

/** Signs a head with an Ed25519 key (RFC 8032). */
export const signHead = (key: KeyObject, head: TreeHead): Buffer =>
  sign(null, signedBytes(head), key);

/** The DER form (SubjectPublicKeyInfo) of the public half of a key. */
export const publicKeyBytes = (key: KeyObject): Buffer =>
  (key.type === "private" ? createPublicKey(key) : key).export({ type: "spki", format: "der" });

/** Id of a public key: SHA-256 of its DER form in hex, as RFC 6962, section 3.2 names a log. */
export const keyIdOf = (publicKey: Uint8Array): string =>
  createHash("sha256").update(publicKey).digest("hex");
