import { verifyConsistency, verifyInclusion } from "@orbline/proto/http/prediction/record-proof";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createMerkleTree, emptyRoot, leafHash, nodeHash } from "./merkle.ts";

/** Leaves, roots and proofs of certificate-transparency's reference tests (merkletree/merkle_tree_test.cc). */
const leaves = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const roots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const inclusionProofs = [
  { index: 0, size: 1, proof: [] },
  {
    index: 0,
    size: 8,
    proof: [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  },
  {
    index: 5,
    size: 8,
    proof: [
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  },
  {
    index: 2,
    size: 3,
    proof: ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
  },
  {
    index: 1,
    size: 5,
    proof: [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
  },
];
const consistencyProofs = [
  { from: 1, to: 1, proof: [] },
  {
    from: 1,
    to: 8,
    proof: [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  },
  {
    from: 6,
    to: 8,
    proof: [
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  },
  {
    from: 2,
    to: 5,
    proof: [
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
  },
];

const hashes = leaves.map((leaf) => leafHash(Buffer.from(leaf, "hex")));
const toHex = (part: Uint8Array = emptyRoot) => Buffer.from(part).toString("hex");
const hex = (parts: readonly Uint8Array[]) => parts.map((part) => toHex(part));

function treeOf(parts: readonly Uint8Array[]) {
  const tree = createMerkleTree();
  for (const part of parts) tree.append(part);
  return tree;
}

/** The definition of RFC 6962, word for word. */
function definedRoot(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  let split = 1;
  while (split * 2 < parts.length) split *= 2;
  return nodeHash(definedRoot(parts.slice(0, split)), definedRoot(parts.slice(split)));
}

it("has the hash of nothing as the root without leaves", () => {
  expect(createMerkleTree().root(0).toString("hex")).toBe(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
});

it.each(roots.map((root, index) => ({ size: index + 1, root })))(
  "has the reference root over $size leaves",
  ({ size, root }) => expect(treeOf(hashes).root(size).toString("hex")).toBe(root),
);

it.each(inclusionProofs)(
  "gives the reference inclusion proof of leaf $index in $size, and accepts it",
  async ({ index, size, proof }) => {
    const tree = treeOf(hashes);
    expect(hex(tree.inclusionProof(index, size))).toEqual(proof);
    const leaf = toHex(hashes[index]);
    const root = toHex(tree.root(size));
    expect(await verifyInclusion({ index, size, leaf, proof, root })).toBe(true);
  },
);

it.each(consistencyProofs)(
  "gives the reference consistency proof from $from to $to leaves, and accepts it",
  async ({ from, to, proof }) => {
    const tree = treeOf(hashes);
    expect(hex(tree.consistencyProof(from, to))).toEqual(proof);
    const [fromRoot, toRoot] = [toHex(tree.root(from)), toHex(tree.root(to))];
    expect(await verifyConsistency({ from, to, fromRoot, toRoot, proof })).toBe(true);
  },
);

const manyHashes = Array.from({ length: 70 }, (_, index) => leafHash(Buffer.from([index])));
const manyLeaves = treeOf(manyHashes);
const sizes = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.nat())
  .map(([size, other]) => ({ size, index: other % size }));

it("proves every leaf of a tree of any size, and no other leaf in its place", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async ({ size, index }) => {
      expect(manyLeaves.root(size).equals(definedRoot(manyHashes.slice(0, size)))).toBe(true);
      const root = toHex(manyLeaves.root(size));
      const proof = hex(manyLeaves.inclusionProof(index, size));
      const leaf = toHex(manyHashes[index]);
      expect(await verifyInclusion({ index, size, leaf, proof, root })).toBe(true);
      const other = toHex(emptyRoot);
      expect(await verifyInclusion({ index, size, leaf: other, proof, root })).toBe(false);
      const wrong = { index: index - 1, size, leaf, proof, root };
      expect(await verifyInclusion(wrong)).toBe(false);
    }),
  );
});

it("proves that a tree of any size begins with a smaller one, and not with a changed one", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async ({ size, index }) => {
      const from = index + 1;
      const [fromRoot, toRoot] = [toHex(manyLeaves.root(from)), toHex(manyLeaves.root(size))];
      const proof = hex(manyLeaves.consistencyProof(from, size));
      expect(await verifyConsistency({ from, to: size, fromRoot, toRoot, proof })).toBe(true);
      const changed = { from, to: size, fromRoot: toHex(emptyRoot), toRoot, proof };
      expect(await verifyConsistency(changed)).toBe(false);
    }),
  );
});

it.each([
  ["an index outside of the tree", () => treeOf(hashes).inclusionProof(8, 8)],
  ["a size that the tree has not reached", () => treeOf(hashes).root(9)],
  ["a consistency proof that goes backwards", () => treeOf(hashes).consistencyProof(3, 2)],
])("refuses %s", (_name, prove) => expect(prove).toThrow(RangeError));
