import {
  type LeafAnswer,
  leavesSchema,
  treeHeadsSchema,
  consistencySchema,
} from "@orbline/proto/http/prediction/record-log";
import { keyIdOf, verifyConsistency } from "@orbline/proto/http/prediction/record-proof";
import { modelPerformanceSchema } from "@orbline/proto/http/prediction/track-record";
import { createMerkleTree } from "../../proof/merkle.ts";
import { type CheckedHead, checkHeads } from "./check-heads.ts";
import { checkLeaves } from "./check-leaves.ts";
import { checkReceipt } from "./check-receipt.ts";
import { checkTotals } from "./check-totals.ts";

/** What an auditor found. The record holds when there is no problem. */
export type RecordReport = {
  heads: number;
  leaves: number;
  disclosed: number;
  hidden: number;
  erased: number;
  /** Simulated predictions that were made after their games, as a filled-in past is. */
  replayed: number;
  receipts: number;
  keyIds: string[];
  problems: string[];
};

export type VerifyOptions = {
  /** Reads a path of the product, such as /api/record/heads, as JSON. */
  read: (path: string) => Promise<unknown>;
  now: Date;
  /** Public keys to trust, as base64 of their DER form; by default those that the product names. */
  keys?: string[] | undefined;
  /** Slugs of shared predictions to check. */
  receipts?: string[] | undefined;
  /** Settled predictions of accounts that were deleted before the log existed. */
  unlogged?: number | undefined;
};

/**
 * Audits the public record from outside: every signature, the consistency of all heads, every disclosed leaf, that
 * predictions came before their games, receipts, and that the published totals follow from the leaves. It reads the
 * public API alone.
 */
export async function verifyRecord(options: VerifyOptions): Promise<RecordReport> {
  const { read, now, receipts = [], unlogged = 0 } = options;
  const problems: string[] = [];
  const performance = modelPerformanceSchema.parse(await read("/api/model-performance"));
  const { heads, keys } = await readHeads(read, options.keys);
  problems.push(...(await checkHeads(heads, keys)));
  const leaves = await readLeaves(read);
  const tree = createMerkleTree();
  for (const [index, { number, hash }] of leaves.entries()) {
    if (number !== index) problems.push(`leaf ${index} is missing`);
    tree.append(Buffer.from(hash, "hex"));
  }
  for (const { number, size, root } of heads) {
    if (size > tree.size())
      problems.push(`head ${number} has ${size} leaves, there are ${tree.size()}`);
    else if (!tree.root(size).equals(root))
      problems.push(`the leaves do not give the root of head ${number}`);
  }
  problems.push(...(await checkServedConsistency(read, heads)));
  const checked = checkLeaves(leaves, heads, now);
  problems.push(...checked.problems);
  const erased = leaves.filter(({ state }) => state === "erased").length;
  problems.push(...checkTotals(checked.predictions, performance.records, erased + unlogged));
  for (const slug of receipts)
    problems.push(
      ...(await checkReceipt(await read(`/api/receipts/${slug}`), { leaves, heads, keys })),
    );
  return {
    heads: heads.length,
    leaves: leaves.length,
    disclosed: checked.predictions.length,
    hidden: leaves.filter(({ state }) => state === "hidden").length,
    erased,
    replayed: checked.replayed,
    receipts: receipts.length,
    keyIds: [...keys.keys()],
    problems,
  };
}

async function readHeads(read: VerifyOptions["read"], trusted: string[] | undefined) {
  const heads: CheckedHead[] = [];
  let named: string[] = [];
  for (;;) {
    const page = treeHeadsSchema.parse(await read(`/api/record/heads?from=${heads.length}`));
    named = page.keys.map(({ publicKey }) => publicKey);
    for (const head of page.heads)
      heads.push({
        ...head,
        root: Buffer.from(head.rootHash, "hex"),
        time: new Date(head.timestamp),
      });
    if (page.heads.length === 0) break;
  }
  const keys = new Map<string, string>();
  for (const key of trusted ?? named) keys.set(await keyIdOf(key), key);
  return { heads, keys };
}

async function readLeaves(read: VerifyOptions["read"]): Promise<LeafAnswer[]> {
  const leaves: LeafAnswer[] = [];
  for (;;) {
    const next = (leaves.at(-1)?.number ?? -1) + 1;
    const page = leavesSchema.parse(await read(`/api/record/leaves?from=${next}`));
    if (page.leaves.length === 0) return leaves;
    leaves.push(...page.leaves);
  }
}

/** The product's own proofs, of which an auditor who keeps only a head depends: from some heads to the newest. */
async function checkServedConsistency(
  read: VerifyOptions["read"],
  heads: readonly CheckedHead[],
): Promise<string[]> {
  const newest = heads.at(-1);
  if (!newest) return [];
  const problems: string[] = [];
  for (const part of [0, 0.25, 0.5, 0.75]) {
    const head = heads[Math.floor(part * heads.length)];
    if (!head) continue;
    const sizes = { from: head.size, to: newest.size };
    const path = `/api/record/consistency?from=${sizes.from}&to=${sizes.to}`;
    const served = consistencySchema.safeParse(await read(path).catch(() => undefined));
    const proof = served.data?.proof;
    const roots = { fromRoot: head.rootHash, toRoot: newest.rootHash };
    if (!proof || !(await verifyConsistency({ ...sizes, ...roots, proof })))
      problems.push(`no proof that head ${newest.number} continues head ${head.number}`);
  }
  return problems;
}
