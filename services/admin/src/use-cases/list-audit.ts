import type { AuditedAction } from "../domain/audit.ts";
import type { AuditLog, AuditQuery, UserViews } from "./ports.ts";

/** Actions of a page with the names that their ids have now. */
export type AuditList = {
  actions: AuditedAction[];
  names: ReadonlyMap<string, string>;
  next: number | undefined;
};

/** One page of what admins did, newest first. */
export const listAudit =
  ({ auditLog, users }: { auditLog: AuditLog; users: UserViews }) =>
  async (query: AuditQuery): Promise<AuditList> => {
    const { actions, next } = await auditLog.list(query);
    const ids = actions.flatMap(({ actorId, target }) =>
      target.kind === "user" ? [actorId, target.id] : [actorId],
    );
    return { actions, names: await users.names(ids), next };
  };
