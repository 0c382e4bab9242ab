import { adminOf, dashboardAdminOf, requireProof } from "@orbline/kit/http/app";
import type { RequestHandler, Response } from "express";
import { z } from "zod";
import type { AuditTarget, NotedAction } from "../domain/audit.ts";
import type { AdminDeps } from "../use-cases/ports.ts";

/** The parameters of a path with `:id`. */
export const idParamsSchema = z.strictObject({ id: z.string().min(1).max(64) });

/** Refuses callers who are not admins. */
export const requireDashboardAdmin: RequestHandler = (_request, response, next) => {
  dashboardAdminOf(response);
  next();
};

/** Refuses callers who are not admins with a username that begins with `admin_`. */
export const requireAdmin: RequestHandler = (_request, response, next) => {
  adminOf(response);
  next();
};

/** Refuses callers who have not proved the password within ten minutes. */
export const requireRecentProof: RequestHandler = (_request, response, next) => {
  requireProof(response);
  next();
};

/** Adds a reading of personal data to the audit log, before anything is read. @throws unavailable */
export function noteReading(
  { auditLog, clock }: Pick<AdminDeps, "auditLog" | "clock">,
  response: Response,
  action: NotedAction,
  target: AuditTarget,
): Promise<void> {
  const actorId = dashboardAdminOf(response).userId;
  return auditLog.note({ at: clock.now(), actorId, action, target });
}

/** The id of the calling admin. */
export function actorOf(response: Response): string {
  return adminOf(response).userId;
}
