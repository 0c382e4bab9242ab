import {
  type LeafText,
  leafTextSchema,
  type Receipt,
} from "@orbline/proto/http/prediction/record-log";
import {
  keyIdOf,
  leafHashOf,
  verifyHead,
  verifyInclusion,
} from "@orbline/proto/http/prediction/record-proof";

/** Result of one check; `unsupported` when the browser cannot do it. */
export type Check = "passed" | "failed" | "unsupported";

export type ReceiptChecks = {
  /** The pick is in the log under its number. */
  inclusion: Check;
  /** The head of the log has a valid signature. */
  signature: Check;
  /** The head was signed before the first game started. */
  time: Check;
};

/** Verifies a proven receipt in the browser. */
export async function verifyReceipt({
  leaf,
  proof,
}: {
  leaf: NonNullable<Receipt["leaf"]>;
  proof: NonNullable<Receipt["proof"]>;
}): Promise<ReceiptChecks> {
  const { head, publicKey, path } = proof;
  const hash = await leafHashOf(leaf.text);
  const { number: index } = leaf;
  const of = { index, size: head.size, leaf: hash, proof: path, root: head.rootHash };
  const firstStart = Math.min(...readLeaf(leaf.text).legs.map((leg) => Date.parse(leg.startsAt)));
  return {
    inclusion: toCheck(await verifyInclusion(of)),
    signature: await checkSignature(head, publicKey),
    time: toCheck(Date.parse(head.timestamp) < firstStart),
  };
}

/** Whether the key has the id that the head names, and has signed the head. */
export async function checkSignature(
  head: NonNullable<Receipt["proof"]>["head"],
  publicKey: string,
): Promise<Check> {
  try {
    const isSigned = await verifyHead(head, publicKey);
    return toCheck(isSigned && (await keyIdOf(publicKey)) === head.keyId);
  } catch (error) {
    const isUnsupported = error instanceof DOMException && error.name === "NotSupportedError";
    return isUnsupported ? "unsupported" : "failed";
  }
}

/** The pick that a leaf commits to. @throws ZodError for another text */
export const readLeaf = (text: string): LeafText => leafTextSchema.parse(JSON.parse(text));

const toCheck = (isPassed: boolean): Check => (isPassed ? "passed" : "failed");
