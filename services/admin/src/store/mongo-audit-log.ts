import { type Connection, Schema } from "mongoose";
import type { AuditEntry, AuditOutcome } from "../domain/audit.ts";
import type { AuditLog } from "../use-cases/ports.ts";

type AuditDocument = Omit<AuditEntry, "id"> & {
  _id: string;
  outcome: "started" | AuditOutcome["outcome"];
  after?: { status: string; tier: string };
  error?: string;
};

const schema = new Schema<AuditDocument>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    actorId: { type: String, required: true },
    action: { type: String, required: true },
    userId: { type: String, required: true },
    reason: String,
    details: { type: Schema.Types.Mixed, required: true },
    before: { type: Schema.Types.Mixed, required: true },
    outcome: { type: String, required: true },
    after: Schema.Types.Mixed,
    error: String,
  },
  { versionKey: false, minimize: false, collection: "audit_log" },
);

/** The audit log in MongoDB. */
export const mongoAuditLog = ({ connection }: { connection: Connection }): AuditLog => {
  const model = connection.model<AuditDocument>("AuditEntry", schema);
  return {
    begin: async ({ id, ...entry }) => {
      await model.create({ _id: id, ...entry, outcome: "started" });
    },
    finish: async (id, outcome) => {
      await model.updateOne({ _id: id }, { $set: outcome });
    },
  };
};
