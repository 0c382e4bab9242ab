import { createHash } from "node:crypto";
import type { AuditBegin, AuditOutcome } from "../domain/audit.ts";

/** What an entry says: that an action began, or how the one of an earlier entry ended. */
export type AuditContent =
  | ({ kind: "begun" } & AuditBegin)
  | ({ kind: "ended"; begun: number; at: Date } & AuditOutcome);

/** An entry of the chain: `_id` counts from 1, `prevHash` is the hash of the entry before. */
export type AuditEntry = AuditContent & { _id: number; prevHash: string; hash: string };

/** What the first entry has as the hash of the entry before. */
export const genesis = "0".repeat(64);

/** The same text for the same content, in whatever order its fields are read back. */
const canonical = (value: unknown): string => {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(",")}}`;
};

/** SHA-256 over everything in an entry but its hash. */
const hashOf = ({ hash: _hash, ...entry }: Partial<AuditEntry>): string =>
  createHash("sha256").update(canonical(entry)).digest("hex");

/** The entry that follows another one, or the first. */
export const nextEntry = (
  last: Pick<AuditEntry, "_id" | "hash"> | undefined,
  content: AuditContent,
): AuditEntry => {
  const entry = { ...content, _id: (last?._id ?? 0) + 1, prevHash: last?.hash ?? genesis };
  return { ...entry, hash: hashOf(entry) };
};

/** What is wrong with an entry that stands after these; undefined when nothing is. */
const faultOf = (entry: AuditEntry, last: { _id: number; hash: string }): string | undefined => {
  if (entry._id !== last._id + 1) return `entry ${last._id + 1} is missing`;
  if (entry.prevHash !== last.hash) return `entry ${entry._id} does not follow entry ${last._id}`;
  return hashOf(entry) === entry.hash ? undefined : `entry ${entry._id} was changed`;
};

/** Whether a chain is whole: how long it is and the hash of its last entry, or its first fault. */
export type ChainCheck = { length: number; head: string; fault?: string };

/**
 * Walks a chain from its first entry. A chain whose end was cut off looks whole, so its length and head are told,
 * to be compared with those noted earlier: `noted` must be the entry that it says.
 */
export const checkChain = async (
  entries: AsyncIterable<AuditEntry> | Iterable<AuditEntry>,
  noted?: { number: number; hash: string },
): Promise<ChainCheck> => {
  let last = { _id: 0, hash: genesis };
  for await (const entry of entries) {
    const fault = faultOf(entry, last);
    if (fault) return { length: last._id, head: last.hash, fault };
    if (noted?.number === entry._id && noted.hash !== entry.hash)
      return { length: last._id, head: last.hash, fault: `entry ${entry._id} is another one` };
    last = { _id: entry._id, hash: entry.hash };
  }
  const whole = { length: last._id, head: last.hash };
  if (!noted || noted.number <= last._id) return whole;
  return { ...whole, fault: `entry ${last._id + 1} is missing` };
};
