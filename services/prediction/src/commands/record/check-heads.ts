import type { KeyObject } from "node:crypto";
import type { TreeHeadAnswer } from "@orbline/proto/http/prediction/record-log";
import { verifyHead } from "../../proof/tree-head.ts";

export type CheckedHead = TreeHeadAnswer & { root: Buffer; time: Date };

/** Public keys by their id. */
export type Keys = ReadonlyMap<string, KeyObject>;

/** Signatures, numbers without a gap, and neither time nor size going backwards. */
export function checkHeads(heads: readonly CheckedHead[], keys: Keys): string[] {
  const problems = heads.length === 0 ? ["there is no signed head"] : [];
  for (const [index, head] of heads.entries()) {
    if (head.number !== index) problems.push(`head ${index} is missing`);
    if (!isSigned(head, keys)) problems.push(`head ${head.number} has no valid signature`);
    const before = heads[index - 1];
    if (before && (before.time >= head.time || before.size > head.size))
      problems.push(`head ${head.number} goes back behind head ${before.number}`);
  }
  return problems;
}

export function isSigned(head: TreeHeadAnswer, keys: Keys): boolean {
  const key = keys.get(head.keyId);
  const rootHash = Buffer.from(head.rootHash, "hex");
  const signed = { size: head.size, rootHash, timestamp: new Date(head.timestamp) };
  return key !== undefined && verifyHead(key, signed, Buffer.from(head.signature, "base64"));
}
