import { treeHead } from "@orbline/proto/states";
import type { SignedTreeHead } from "../proof/tree-head.ts";

/** The record of a tree head on its topic. */
export const encodeTreeHead = (head: SignedTreeHead): Buffer =>
  treeHead.encode({
    number: head.number,
    size: head.size,
    rootHash: head.rootHash.toString("hex"),
    timestampMs: head.timestamp.getTime(),
    keyId: head.keyId,
    signature: head.signature.toString("base64"),
  });
