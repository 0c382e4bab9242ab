import { createHash } from "node:crypto";
import type { AuditBegin, AuditOutcome } from "../domain/audit.ts";

/** The start of an action, or the end of the action whose start is the entry `begun`. */
export type AuditContent =
  | ({ kind: "begun" } & AuditBegin)
  | ({ kind: "ended"; begun: number; at: Date } & AuditOutcome);

/** An entry of the chain: `_id` counts from 1, `prevHash` is the hash of the previous entry. */
export type AuditEntry = AuditContent & { _id: number; prevHash: string; hash: string };

/** The `prevHash` of the first entry. */
const genesis = "0".repeat(64);

/** The entry that follows `last`, or the first one. */
export function nextEntry(
  last: Pick<AuditEntry, "_id" | "hash"> | undefined,
  content: AuditContent,
): AuditEntry {
  const entry = { ...content, _id: (last?._id ?? 0) + 1, prevHash: last?.hash ?? genesis };
  return { ...entry, hash: hashOf(entry) };
}

/** The length of a chain and the hash of its last entry; for a broken chain, those before its first fault. */
export type ChainCheck = { length: number; head: string; fault?: string };

/**
 * Checks a chain from its first entry. A chain without its last entries looks intact, so compare the result with an
 * earlier one: `noted` is an entry that the chain must contain.
 */
export async function checkChain(
  entries: AsyncIterable<AuditEntry> | Iterable<AuditEntry>,
  noted?: { number: number; hash: string },
): Promise<ChainCheck> {
  let last = { _id: 0, hash: genesis };
  for await (const entry of entries) {
    const isOther = noted?.number === entry._id && noted.hash !== entry.hash;
    const fault = faultOf(entry, last) ?? (isOther && `entry ${entry._id} is another one`);
    if (fault) return { length: last._id, head: last.hash, fault };
    last = { _id: entry._id, hash: entry.hash };
  }
  const chain = { length: last._id, head: last.hash };
  if (!noted || noted.number <= last._id) return chain;
  return { ...chain, fault: `entry ${last._id + 1} is missing` };
}

/** Describes why an entry cannot follow `last`; undefined when it can. */
function faultOf(entry: AuditEntry, last: { _id: number; hash: string }): string | undefined {
  if (entry._id !== last._id + 1) return `entry ${last._id + 1} is missing`;
  if (entry.prevHash !== last.hash) return `entry ${entry._id} does not follow entry ${last._id}`;
  return hashOf(entry) === entry.hash ? undefined : `entry ${entry._id} was changed`;
}

/** SHA-256 of all fields of an entry except its hash. */
function hashOf({ hash: _hash, ...entry }: Partial<AuditEntry>): string {
  return createHash("sha256").update(canonical(entry)).digest("hex");
}

/** Returns the same JSON for the same fields in any order. */
function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(",")}}`;
}
