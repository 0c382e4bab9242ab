import { AppError } from "@orbline/kit/errors";
import { keyedMutex } from "@orbline/kit/keyed-mutex";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { AuditedAction, AuditOutcome } from "../domain/audit.ts";
import type { AuditLog } from "../use-cases/ports.ts";
import { type AuditContent, type AuditEntry, type AuditHead, nextEntry } from "./audit-chain.ts";

type Begun = Extract<AuditEntry, { kind: "begun" }>;
type Ended = Extract<AuditEntry, { kind: "ended" }>;

const maxAttempts = 100;

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
    list: async ({ limit, before, action, actorId, targetId }) => {
      const found = await entries
        .find(
          {
            kind: "begun",
            ...(action && { action }),
            ...(actorId && { actorId }),
            ...(targetId && { "target.id": targetId }),
            ...(before !== undefined && { _id: { $lt: before } }),
          },
          { sort: { _id: -1 }, limit: limit + 1 },
        )
        .toArray();
      const page = found.slice(0, limit).filter((entry) => entry.kind === "begun");
      const numbers = page.map(({ _id }) => _id);
      const ended = await entries.find({ begun: { $in: numbers } }).toArray();
      const ends = new Map(
        ended.flatMap((entry) => (entry.kind === "ended" ? [[entry.begun, entry]] : [])),
      );
      return {
        actions: page.map((entry) => toAction(entry, ends.get(entry._id))),
        next: found.length > limit ? page.at(-1)?._id : undefined,
      };
    },
  };
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
