import { emptyRoot, nodeHash } from "./merkle.ts";

/** Whether a leaf is in the tree with this root (RFC 9162, section 2.1.3.2). */
export function verifyInclusion(of: {
  index: number;
  size: number;
  leaf: Uint8Array;
  proof: readonly Uint8Array[];
  root: Uint8Array;
}): boolean {
  const { index, size, leaf, proof, root } = of;
  if (index < 0 || index >= size) return false;
  let [node, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equal(hash, root);
}

/** Whether the tree of size `to` begins with the tree of size `from` (RFC 9162, section 2.1.4.2). */
export function verifyConsistency(of: {
  from: number;
  to: number;
  fromRoot: Uint8Array;
  toRoot: Uint8Array;
  proof: readonly Uint8Array[];
}): boolean {
  const { from, to, fromRoot, toRoot, proof } = of;
  if (from > to || from < 0) return false;
  if (from === to) return proof.length === 0 && equal(fromRoot, toRoot);
  if (from === 0) return proof.length === 0 && equal(fromRoot, emptyRoot);
  const path = Number.isInteger(Math.log2(from)) ? [fromRoot, ...proof] : proof;
  const [first, ...rest] = path;
  if (!first) return false;
  let [node, last] = [from - 1, to - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [oldHash, newHash] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldHash = nodeHash(sibling, oldHash);
      newHash = nodeHash(sibling, newHash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      newHash = nodeHash(newHash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equal(oldHash, fromRoot) && equal(newHash, toRoot);
}

/** A shift would cut sizes of 2^32 and more. */
const half = (value: number) => Math.floor(value / 2);

const equal = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
