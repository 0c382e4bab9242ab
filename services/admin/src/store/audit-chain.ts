import { createHash, createHmac } from "node:crypto";
import type { AuditBegin, AuditNote, AuditOutcome } from "../domain/audit.ts";

/** The start of an action, the end of the action whose start is the entry `begun`, or an action without a command. */
export type AuditContent =
  | ({ kind: "noted" } & AuditNote)
  | ({ kind: "begun" } & AuditBegin)
  | ({ kind: "ended"; begun: number; at: Date } & AuditOutcome);

/**
 * An entry of the chain: `_id` counts from 1, `prevHash` is the hash of the previous entry. The hash of a `keyed` entry
 * needs the key, so write access to the database is not enough to make one. Entries of older versions have no key.
 */
export type AuditEntry = AuditContent & {
  _id: number;
  prevHash: string;
  keyed?: true;
  hash: string;
};

/** The number and the hash of an entry. */
export type AuditHead = { number: number; hash: string };

/** The `prevHash` of the first entry. */
const genesis = "0".repeat(64);

/** The entry that follows `last`, or the first one. */
export function nextEntry(
  last: Pick<AuditEntry, "_id" | "hash"> | undefined,
  content: AuditContent,
  key: string | undefined,
): AuditEntry {
  const place = { _id: (last?._id ?? 0) + 1, prevHash: last?.hash ?? genesis };
  const entry = { ...content, ...place, ...(key !== undefined && { keyed: true as const }) };
  return { ...entry, hash: hashOf(entry, key) };
}

/** The length of a chain and the hash of its last entry; for a broken chain, those before its first fault. */
export type ChainCheck = { length: number; head: string; fault?: string };

/**
 * Checks a chain from its first entry. A chain without its last entries looks intact, so compare the result with an
 * earlier one: the chain must contain the `noted` entries.
 */
export async function checkChain(
  entries: AsyncIterable<AuditEntry> | Iterable<AuditEntry>,
  { key, noted = [] }: { key?: string | undefined; noted?: readonly AuditHead[] } = {},
): Promise<ChainCheck> {
  const expected = new Map(noted.map(({ number, hash }) => [number, hash]));
  let last: Last = { _id: 0, hash: genesis };
  for await (const entry of entries) {
    const isOther = (expected.get(entry._id) ?? entry.hash) !== entry.hash;
    const fault = faultOf(entry, last, key) ?? (isOther && `entry ${entry._id} is another one`);
    if (fault) return { length: last._id, head: last.hash, fault };
    last = entry;
  }
  const chain = { length: last._id, head: last.hash };
  const isCut = noted.some(({ number }) => number > last._id);
  return isCut ? { ...chain, fault: `entry ${last._id + 1} is missing` } : chain;
}

type Last = Pick<AuditEntry, "_id" | "hash" | "keyed">;

/** Describes why an entry cannot follow `last`; undefined when it can. */
function faultOf(entry: AuditEntry, last: Last, key: string | undefined): string | undefined {
  if (entry._id !== last._id + 1) return `entry ${last._id + 1} is missing`;
  if (entry.prevHash !== last.hash) return `entry ${entry._id} does not follow entry ${last._id}`;
  if (last.keyed && !entry.keyed) return `entry ${entry._id} was made without the key`;
  if (entry.keyed && key === undefined) return `entry ${entry._id} needs the key in AUDIT_KEY`;
  return hashOf(entry, key) === entry.hash ? undefined : `entry ${entry._id} was changed`;
}

/** SHA-256 of all fields of an entry except its hash, for a keyed entry as an HMAC. */
function hashOf({ hash: _hash, ...entry }: Partial<AuditEntry>, key = ""): string {
  const digest = entry.keyed ? createHmac("sha256", key) : createHash("sha256");
  return digest.update(canonical(entry)).digest("hex");
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
