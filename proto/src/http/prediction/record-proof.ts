/**
 * Verifies proofs of the record log with WebCrypto alone, so that browsers, the auditing command and tests share one
 * verifier. Hashes are SHA-256 in hex.
 */

type Bytes = Uint8Array<ArrayBuffer>;
type Head = { size: number; rootHash: string; timestamp: string };

/** Hash of a leaf's text (RFC 6962, section 2.1). */
export const leafHashOf = (text: string): Promise<string> =>
  hashOf([new Uint8Array([0]), new TextEncoder().encode(text)]);

const nodeHashOf = (left: string, right: string): Promise<string> =>
  hashOf([new Uint8Array([1]), fromHex(left), fromHex(right)]);

/** Whether a leaf is in the tree with this root (RFC 9162, section 2.1.3.2). */
export async function verifyInclusion(of: {
  index: number;
  size: number;
  leaf: string;
  proof: readonly string[];
  root: string;
}): Promise<boolean> {
  const { index, size, leaf, proof, root } = of;
  if (index < 0 || index >= size) return false;
  let [node, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = await nodeHashOf(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = await nodeHashOf(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && hash === root;
}

/** Whether the tree of size `to` begins with the tree of size `from` (RFC 9162, section 2.1.4.2). */
export async function verifyConsistency(of: {
  from: number;
  to: number;
  fromRoot: string;
  toRoot: string;
  proof: readonly string[];
}): Promise<boolean> {
  const { from, to, fromRoot, toRoot, proof } = of;
  if (from > to || from < 0) return false;
  if (from === to) return proof.length === 0 && fromRoot === toRoot;
  if (from === 0) return proof.length === 0 && fromRoot === (await hashOf([]));
  const path = Number.isInteger(Math.log2(from)) ? [fromRoot, ...proof] : proof;
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let [node, last] = [from - 1, to - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [oldHash, newHash] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldHash = await nodeHashOf(sibling, oldHash);
      newHash = await nodeHashOf(sibling, newHash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      newHash = await nodeHashOf(newHash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && oldHash === fromRoot && newHash === toRoot;
}

/**
 * Whether an Ed25519 key (base64 of its DER form) has signed a head, as TreeHeadSignature of RFC 6962, section 3.5.
 * @throws NotSupportedError in a browser without Ed25519
 */
export async function verifyHead(
  { signature, ...head }: Head & { signature: string },
  publicKey: string,
): Promise<boolean> {
  const der = fromBase64(publicKey);
  const key = await crypto.subtle.importKey("spki", der, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, fromBase64(signature), signedBytes(head));
}

/** Id of a public key: SHA-256 of its DER form. */
export const keyIdOf = (publicKey: string): Promise<string> => hashOf([fromBase64(publicKey)]);

function signedBytes({ size, rootHash, timestamp }: Head): Bytes {
  const bytes = new Uint8Array(50);
  const view = new DataView(bytes.buffer);
  view.setUint8(1, 1); // Version v1 is 0; signature type tree_hash is 1.
  view.setBigUint64(2, BigInt(Date.parse(timestamp)));
  view.setBigUint64(10, BigInt(size));
  bytes.set(fromHex(rootHash), 18);
  return bytes;
}

async function hashOf(parts: readonly Bytes[]): Promise<string> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** A shift would cut sizes of 2^32 and more. */
const half = (value: number) => Math.floor(value / 2);

const toHex = (bytes: Bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const fromHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );

const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
