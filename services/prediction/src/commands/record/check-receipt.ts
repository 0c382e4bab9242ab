import { type LeafAnswer, receiptSchema } from "@orbline/proto/http/prediction/record-log";
import { leafHash } from "../../proof/merkle.ts";
import { verifyInclusion } from "../../proof/verify.ts";
import { type CheckedHead, isSigned, type Keys } from "./check-heads.ts";

/** Checks a receipt by itself and against the log. */
export function checkReceipt(
  body: unknown,
  {
    leaves,
    heads,
    keys,
  }: { leaves: readonly LeafAnswer[]; heads: readonly CheckedHead[]; keys: Keys },
): string[] {
  const { slug, leaf, proof } = receiptSchema.parse(body);
  if (!leaf || !proof) return [`receipt ${slug} has no proof yet`];
  const problems: string[] = [];
  const hash = leafHash(Buffer.from(leaf.text));
  const root = Buffer.from(proof.head.rootHash, "hex");
  const path = proof.path.map((one) => Buffer.from(one, "hex"));
  const of = { index: leaf.number, size: proof.head.size, leaf: hash, proof: path, root };
  if (!verifyInclusion(of)) problems.push(`receipt ${slug} is not in the log`);
  if (!isSigned(proof.head, keys)) problems.push(`the head of receipt ${slug} is not signed`);
  if (leaves[leaf.number]?.hash !== hash.toString("hex"))
    problems.push(`receipt ${slug} and leaf ${leaf.number} differ`);
  const known = heads[proof.head.number];
  if (known && known.rootHash !== proof.head.rootHash)
    problems.push(`receipt ${slug} shows another head ${proof.head.number} than the log`);
  return problems;
}
