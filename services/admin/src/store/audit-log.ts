import { createCache } from "@orbline/kit/cache";
import { AppError } from "@orbline/kit/errors";
import { keyedMutex } from "@orbline/kit/keyed-mutex";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { AuditedAction, AuditOutcome } from "../domain/audit.ts";
import type { AuditLog } from "../use-cases/ports.ts";
import { type AuditContent, type AuditEntry, type AuditHead, nextEntry } from "./audit-chain.ts";

type Begun = Extract<AuditEntry, { kind: "begun" }>;
type Noted = Extract<AuditEntry, { kind: "noted" }>;
type Ended = Extract<AuditEntry, { kind: "ended" }>;

const maxAttempts = 100;

/** How long a repeated reading adds no entry. */
const sameReadingMs = 600_000;

/** The entries of the chain. */
export function auditEntries(connection: Connection) {
  return connection.collection<AuditEntry>("audit_entries");
}

/** The last entry of the chain. */
export async function lastHead(connection: Connection): Promise<AuditHead | undefined> {
  const last = await auditEntries(connection).findOne({ _id: { $gte: 1 } }, { sort: { _id: -1 } });
  return last ? { number: last._id, hash: last.hash } : undefined;
}

/**
 * The audit log in MongoDB. An insertion takes the next number of the chain; of several processes one succeeds and
 * the others try the following number. Writers of one process wait for each other.
 */
export function mongoAuditLog({
  connection,
  key,
  onAppended,
}: {
  connection: Connection;
  /** Key of the hashes of new entries. */
  key?: string | undefined;
  /** Called with each entry that this process appends. Must not throw. */
  onAppended?: (head: AuditHead) => void;
}): AuditLog {
  const entries = auditEntries(connection);
  const inTurn = keyedMutex();
  const readings = createCache<true>({ max: 1_000, ttlMs: sameReadingMs });

  const append = async (content: AuditContent): Promise<number> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const last = await entries.findOne({ _id: { $gte: 1 } }, { sort: { _id: -1 } });
      const entry = nextEntry(last ?? undefined, content, key);
      if (!(await insertOnce(entries.insertOne(entry)))) continue;
      onAppended?.({ number: entry._id, hash: entry.hash });
      return entry._id;
    }
    const message = "The audit log is busy. Please try again.";
    throw new AppError("unavailable", "audit.contended", message);
  };

  return {
    begin: (action) => inTurn("chain", () => append({ kind: "begun", ...action })),
    finish: async (begun, end) => {
      await inTurn("chain", () => append({ kind: "ended", begun, ...end }));
    },
    note: async (note) => {
      const { actorId, action, target } = note;
      const isReading = action.startsWith("read-");
      const reading = isReading ? [actorId, action, target.id].join(":") : undefined;
      if (reading && readings.get(reading)) return;
      await inTurn("chain", () => append({ kind: "noted", ...note }));
      if (reading) readings.set(reading, true);
    },
    list: async ({ limit, before, action, actorId, targetId }) => {
      const found = await entries
        .find(
          {
            kind: { $ne: "ended" },
            ...(action && { action }),
            ...(actorId && { actorId }),
            ...(targetId && { "target.id": targetId }),
            _id: { $gte: 1, ...(before !== undefined && { $lt: before }) },
          },
          { sort: { _id: -1 }, limit: limit + 1 },
        )
        .toArray();
      const page = found.slice(0, limit).filter((entry) => entry.kind !== "ended");
      const numbers = page.map(({ _id }) => _id);
      const ended = await entries.find({ begun: { $in: numbers } }).toArray();
      const ends = new Map(
        ended.flatMap((entry) => (entry.kind === "ended" ? [[entry.begun, entry]] : [])),
      );
      return {
        actions: page.map((entry) =>
          entry.kind === "noted" ? toReading(entry) : toAction(entry, ends.get(entry._id)),
        ),
        next: found.length > limit ? page.at(-1)?._id : undefined,
      };
    },
  };
}

/** An action with one entry is done at once. */
function toReading({ _id: number, at, actorId, action, target, hash }: Noted): AuditedAction {
  const nothing = { commandId: "", details: {}, before: {}, after: {} };
  return { number, at, actorId, action, target, hash, ...nothing, outcome: "done" };
}

function toAction(
  { _id: number, kind: _kind, prevHash: _prevHash, keyed: _keyed, ...action }: Begun,
  ended: Ended | undefined,
): AuditedAction {
  if (!ended) return { ...action, number, outcome: "started" };
  const end: AuditOutcome =
    ended.outcome === "done"
      ? { outcome: ended.outcome, after: ended.after }
      : { outcome: ended.outcome, error: ended.error };
  return { ...action, number, ...end };
}
