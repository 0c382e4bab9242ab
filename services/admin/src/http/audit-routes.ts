import { decodeCursor, encodeCursor } from "@orbline/kit/http/cursor";
import { parseQuery } from "@orbline/kit/http/parse";
import {
  type AuditEntryAnswer,
  auditQuerySchema,
  type AuditResponse,
} from "@orbline/proto/http/admin/audit";
import type { Router } from "express";
import { z } from "zod";
import type { AuditedAction } from "../domain/audit.ts";
import type { AdminDeps } from "../use-cases/ports.ts";
import { noteReading, requireRecentProof } from "./requests.ts";

/** The route of the audit log: newest actions first, with the current names of their admins and users. */
export function addAuditRoutes(router: Router, deps: AdminDeps): void {
  router.get("/api/admin/audit", requireRecentProof, async (request, response) => {
    const { cursor, ...query } = parseQuery(auditQuerySchema, request);
    const before = decodeCursor(cursor, z.int().positive());
    await noteReading(deps, response, "read-audit", { kind: "list", id: "audit" });
    const { actions, next } = await deps.auditLog.list({ ...query, before });
    const userIds = actions.flatMap(({ actorId, target }) =>
      target.kind === "user" ? [actorId, target.id] : [actorId],
    );
    const names = await deps.users.names(userIds);
    response.json({
      entries: actions.map((action) => toEntry(action, names)),
      nextCursor: next === undefined ? null : encodeCursor(next),
    } satisfies AuditResponse);
  });
}

function toEntry(action: AuditedAction, names: ReadonlyMap<string, string>): AuditEntryAnswer {
  const { number, at, actorId, target, reason, details, before, outcome, hash } = action;
  return {
    number,
    at: at.toISOString(),
    actor: { id: actorId, username: names.get(actorId) ?? null },
    action: action.action,
    target: { ...target, username: names.get(target.id) ?? null },
    reason: reason ?? null,
    details,
    before,
    after: outcome === "done" ? action.after : null,
    outcome,
    error: outcome === "failed" || outcome === "unknown" ? action.error : null,
    hash,
  };
}
