import { AppError } from "@orbline/kit/errors";
import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { takeTurns } from "@orbline/kit/keyed-mutex";
import type { Connection } from "mongoose";
import type { AuditedAction, AuditOutcome } from "../domain/audit.ts";
import type { AuditLog, AuditQuery } from "../use-cases/ports.ts";
import { type AuditContent, type AuditEntry, nextEntry } from "./audit-chain.ts";

type Begun = Extract<AuditEntry, { kind: "begun" }>;
type Ended = Extract<AuditEntry, { kind: "ended" }>;

const attempts = 100;

/** The collection of the chain. */
export const auditEntries = (connection: Connection) =>
  connection.collection<AuditEntry>("audit_entries");

const toAction = (
  { _id, kind: _kind, prevHash: _prevHash, ...begun }: Begun,
  ended: Ended | undefined,
): AuditedAction => {
  const action = { ...begun, number: _id };
  if (!ended) return { ...action, outcome: "started" };
  const outcome: AuditOutcome =
    ended.outcome === "done"
      ? { outcome: ended.outcome, after: ended.after }
      : { outcome: ended.outcome, error: ended.error };
  return { ...action, ...outcome };
};

const matching = ({ before, action, actorId, targetId }: AuditQuery) => ({
  kind: "begun" as const,
  ...(action && { action }),
  ...(actorId && { actorId }),
  ...(targetId && { "target.id": targetId }),
  ...(before !== undefined && { _id: { $lt: before } }),
});

/**
 * The audit log in MongoDB: a chain whose next place is taken by inserting, so that of several writers one is
 * refused and takes the place after. Those of one process wait for each other instead.
 */
export const mongoAuditLog = ({ connection }: { connection: Connection }): AuditLog => {
  const entries = auditEntries(connection);
  const inTurn = takeTurns();

  const append = async (content: AuditContent): Promise<number> => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const last = await entries.findOne({ _id: { $gte: 1 } }, { sort: { _id: -1 } });
      const entry = nextEntry(last ?? undefined, content);
      try {
        await entries.insertOne(entry);
        return entry._id;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw new AppError(
      "unavailable",
      "audit.contended",
      "The audit log is busy. Please try again.",
    );
  };

  const endsOf = async (numbers: readonly number[]): Promise<Map<number, Ended>> => {
    const ended = await entries.find({ begun: { $in: [...numbers] } }).toArray();
    return new Map(
      ended.flatMap((entry) => (entry.kind === "ended" ? [[entry.begun, entry]] : [])),
    );
  };

  return {
    begin: (action) => inTurn("chain", () => append({ kind: "begun", ...action })),
    finish: async (begun, end) => {
      await inTurn("chain", () => append({ kind: "ended", begun, ...end }));
    },
    list: async (query) => {
      const options = { sort: { _id: -1 }, limit: query.limit + 1 } as const;
      const found = await entries.find(matching(query), options).toArray();
      const page = found.slice(0, query.limit).filter((entry) => entry.kind === "begun");
      const ends = await endsOf(page.map(({ _id }) => _id));
      return {
        actions: page.map((entry) => toAction(entry, ends.get(entry._id))),
        next: found.length > query.limit ? page.at(-1)?._id : undefined,
      };
    },
  };
};
