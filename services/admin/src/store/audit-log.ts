import { AppError } from "@orbline/kit/errors";
import { keyedMutex } from "@orbline/kit/keyed-mutex";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { AuditedAction, AuditOutcome } from "../domain/audit.ts";
import type { AuditLog } from "../use-cases/ports.ts";
import { type AuditContent, type AuditEntry, nextEntry } from "./audit-chain.ts";

type Begun = Extract<AuditEntry, { kind: "begun" }>;
type Ended = Extract<AuditEntry, { kind: "ended" }>;

const maxAttempts = 100;

/** The entries of the chain. */
export function auditEntries(connection: Connection) {
  return connection.collection<AuditEntry>("audit_entries");
}

/**
 * The audit log in MongoDB. An insertion takes the next number of the chain; of several processes one succeeds and
 * the others try the following number. Writers of one process wait for each other.
 */
export function mongoAuditLog({ connection }: { connection: Connection }): AuditLog {
  const entries = auditEntries(connection);
  const inTurn = keyedMutex();

  const append = async (content: AuditContent): Promise<number> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const last = await entries.findOne({ _id: { $gte: 1 } }, { sort: { _id: -1 } });
      const entry = nextEntry(last ?? undefined, content);
      if (await insertOnce(entries.insertOne(entry))) return entry._id;
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
  { _id: number, kind: _kind, prevHash: _prevHash, ...action }: Begun,
  ended: Ended | undefined,
): AuditedAction {
  if (!ended) return { ...action, number, outcome: "started" };
  const end: AuditOutcome =
    ended.outcome === "done"
      ? { outcome: ended.outcome, after: ended.after }
      : { outcome: ended.outcome, error: ended.error };
  return { ...action, number, ...end };
}
