import { type LeafAnswer, receiptSchema } from "@orbline/proto/http/prediction/record-log";
import { leafHashOf, verifyInclusion } from "@orbline/proto/http/prediction/record-proof";
import { type CheckedHead, isSigned, type Keys } from "./check-heads.ts";

/** Checks a receipt by itself and against the log. */
export async function checkReceipt(
  body: unknown,
  {
    leaves,
    heads,
    keys,
  }: { leaves: readonly LeafAnswer[]; heads: readonly CheckedHead[]; keys: Keys },
): Promise<string[]> {
  const { slug, leaf, proof } = receiptSchema.parse(body);
  if (!leaf || !proof) return [`receipt ${slug} has no proof yet`];
  const problems: string[] = [];
  const hash = await leafHashOf(leaf.text);
  const { head, path } = proof;
  const of = { index: leaf.number, size: head.size, leaf: hash, proof: path, root: head.rootHash };
  if (!(await verifyInclusion(of))) problems.push(`receipt ${slug} is not in the log`);
  if (!(await isSigned(head, keys))) problems.push(`the head of receipt ${slug} is not signed`);
  if (leaves[leaf.number]?.hash !== hash)
    problems.push(`receipt ${slug} and leaf ${leaf.number} differ`);
  const known = heads[head.number];
  if (known && known.rootHash !== head.rootHash)
    problems.push(`receipt ${slug} shows another head ${head.number} than the log`);
  return problems;
}
