import type { AdminDeps, AuditQuery } from "./ports.ts";

/** One page of audited actions, newest first, with the current names of their admins and users. */
export async function listAudit(
  { auditLog, users }: Pick<AdminDeps, "auditLog" | "users">,
  query: AuditQuery,
) {
  const page = await auditLog.list(query);
  const ids = page.actions.flatMap(({ actorId, target }) =>
    target.kind === "user" ? [actorId, target.id] : [actorId],
  );
  return { ...page, names: await users.names(ids) };
}
