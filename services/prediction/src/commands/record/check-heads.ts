import type { TreeHeadAnswer } from "@orbline/proto/http/prediction/record-log";
import { verifyHead } from "@orbline/proto/http/prediction/record-proof";

export type CheckedHead = TreeHeadAnswer & { root: Buffer; time: Date };

/** Public keys by their id, as base64 of their DER form. */
export type Keys = ReadonlyMap<string, string>;

/** Signatures, numbers without a gap, and neither time nor size going backwards. */
export async function checkHeads(heads: readonly CheckedHead[], keys: Keys): Promise<string[]> {
  const problems = heads.length === 0 ? ["there is no signed head"] : [];
  for (const [index, head] of heads.entries()) {
    if (head.number !== index) problems.push(`head ${index} is missing`);
    if (!(await isSigned(head, keys))) problems.push(`head ${head.number} has no valid signature`);
    const before = heads[index - 1];
    if (before && (before.time >= head.time || before.size > head.size))
      problems.push(`head ${head.number} goes back behind head ${before.number}`);
  }
  return problems;
}

export async function isSigned(head: TreeHeadAnswer, keys: Keys): Promise<boolean> {
  const key = keys.get(head.keyId);
  return key !== undefined && verifyHead(head, key);
}
