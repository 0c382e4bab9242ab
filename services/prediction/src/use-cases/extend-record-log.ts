import type { KeyObject } from "node:crypto";
import { AppError } from "@orbline/kit/errors";
import { hourMs, minuteMs } from "../domain/dates.ts";
import { type SignedTreeHead, signHead } from "../proof/tree-head.ts";
import type { Clock, Leaves, RecordTree, TreeHeads } from "./ports.ts";

/** Shortest time between two heads of a growing tree; it keeps the number of heads that are kept for good small. */
const growingMs = minuteMs / 3;
/** A tree that does not grow gets a head at least every hour. */
const idleMs = hourMs - 5 * minuteMs;

export type RecordLogDeps = {
  leaves: Pick<Leaves, "append">;
  heads: Pick<TreeHeads, "newest" | "add">;
  tree: RecordTree;
  clock: Clock;
  signer: { key: KeyObject; keyId: string };
};

/**
 * Appends a leaf for every prediction without one, and publishes a signed head when one is due. Returns the time of the
 * newest head.
 * @throws internal when the stored leaves no longer give the root of the newest head: nothing is signed then
 */
export async function extendRecordLog(deps: RecordLogDeps): Promise<Date> {
  while (await deps.leaves.append());
  await deps.tree.catchUp();
  return publishHead(deps);
}

async function publishHead({ heads, tree, clock, signer }: RecordLogDeps): Promise<Date> {
  const newest = await heads.newest();
  const timestamp = clock.now();
  const size = tree.size();
  if (newest && !isDue(newest, size, timestamp)) return newest.timestamp;
  if (newest && (size < newest.size || !tree.root(newest.size).equals(newest.rootHash)))
    throw new AppError(
      "internal",
      "record_log.changed",
      `the stored leaves no longer give the root of head ${newest.number}`,
    );
  const head = { size, rootHash: tree.root(size), timestamp };
  await heads.add({
    ...head,
    number: (newest?.number ?? -1) + 1,
    keyId: signer.keyId,
    signature: signHead(signer.key, head),
  });
  return timestamp;
}

function isDue(newest: SignedTreeHead, size: number, now: Date): boolean {
  const ageMs = now.getTime() - newest.timestamp.getTime();
  return ageMs >= (size === newest.size ? idleMs : growingMs);
}
