import { adminOf } from "@orbline/kit/http/app";
import { parseQuery } from "@orbline/kit/http/parse";
import {
  auditQuerySchema,
  type AuditEntryAnswer,
  type AuditResponse,
} from "@orbline/proto/http/admin-audit";
import type { Router } from "express";
import type { AuditedAction } from "../domain/audit.ts";
import type { listAudit } from "../use-cases/list-audit.ts";
import { fromCursor, numberOf, toCursor } from "./cursor.ts";

const toEntry = (action: AuditedAction, names: ReadonlyMap<string, string>): AuditEntryAnswer => {
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
};

/** The audit log; admins only. */
export const auditRoutes =
  (deps: { listAudit: ReturnType<typeof listAudit> }) =>
  (router: Router): void => {
    router.get("/api/admin/audit", async (request, response) => {
      adminOf(response);
      const { limit, cursor, action, actorId, targetId } = parseQuery(auditQuerySchema, request);
      const place = fromCursor(cursor);
      const { actions, names, next } = await deps.listAudit({
        limit,
        ...(place !== undefined && { before: numberOf(place) }),
        ...(action && { action }),
        ...(actorId && { actorId }),
        ...(targetId && { targetId }),
      });
      response.json({
        entries: actions.map((entry) => toEntry(entry, names)),
        nextCursor: toCursor(next === undefined ? undefined : String(next)),
      } satisfies AuditResponse);
    });
  };
