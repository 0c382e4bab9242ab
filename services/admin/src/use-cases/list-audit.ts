import type { AdminDeps, AuditQuery } from "./ports.ts";

/** One page of audited actions, newest first, with the present names of the admins and users in it. */
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
