import { AppError, type ErrorKind } from "@orbline/kit/errors";
import { adminOf, requireProof } from "@orbline/kit/http/app";
import { parseQuery } from "@orbline/kit/http/parse";
import type { SecurityAction } from "@orbline/proto/constants/security";
import {
  adminSecurityEventsQuerySchema,
  type AdminSecurityEventsResponse,
  type SecurityEventEntry,
  securityEventsQuerySchema,
  type SecurityEventsResponse,
} from "@orbline/proto/http/identity/security";
import type { Request, Router } from "express";
import type { UserId } from "../domain/user.ts";
import type { IdentityDeps, StoredSecurityEvent } from "../use-cases/ports.ts";
import { clientOf, selfOf } from "./responses.ts";

type EventsDeps = Pick<IdentityDeps, "securityLog" | "users" | "auditTrail">;

/** The routes of recorded security events: a user's own, and for admins those of everybody. */
export function addSecurityRoutes(
  router: Router,
  { securityLog, users, auditTrail }: EventsDeps,
): void {
  router.get("/api/security-events", async (request, response) => {
    const { userId } = selfOf(response);
    const page = parseQuery(securityEventsQuerySchema, request);
    const { rows, nextCursor = null } = await securityLog.list({ ...page, userId });
    response.json({ events: rows.map(toEntry), nextCursor } satisfies SecurityEventsResponse);
  });

  router.get("/api/admin/security-events", async (request, response) => {
    const { userId: actorId } = adminOf(response);
    requireProof(response);
    const target = { kind: "list", id: "security_events" } as const;
    await auditTrail.note({ actorId, action: "read-table", target });
    const { username, ...query } = parseQuery(adminSecurityEventsQuerySchema, request);
    const account = username ? await users.findByUsername(username) : undefined;
    const isUnknown = username && !account;
    const { rows, nextCursor = null } = isUnknown
      ? { rows: [] }
      : await securityLog.list({ ...query, userId: account?.user.id });
    const ids = [...new Set(rows.map(({ userId }) => userId))];
    const found = await Promise.all(ids.map((id) => users.find(id)));
    const names = new Map(found.flatMap((one) => (one ? [[one.user.id, one.user.username]] : [])));
    const events = rows.map((row) => ({
      ...toEntry(row),
      userId: row.userId,
      username: names.get(row.userId) ?? null,
    }));
    response.json({ events, nextCursor } satisfies AdminSecurityEventsResponse);
  });
}

/** The kinds of errors that are a decision about the caller, and no failure of ours. */
const refusals: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  "invalid",
  "unauthenticated",
  "forbidden",
  "not-found",
  "conflict",
  "rate-limited",
]);

/** The response to a right password, after which the browser asks for the code. It refuses nothing yet. */
const firstStep = "second_factor_required";

type Recorded<Result> = {
  action: SecurityAction;
  /** The user, if known before. */
  userId?: UserId | undefined;
  /** The user of the result. */
  userOf?: (result: Result) => UserId | undefined;
  /** Finds the user of a refusal. */
  findUser?: () => Promise<UserId | undefined>;
};

/** Runs a security-relevant action and records its outcome. A failure of ours is no outcome. */
export async function recorded<Result>(
  { securityLog }: Pick<IdentityDeps, "securityLog">,
  request: Request,
  { action, userId, userOf, findUser }: Recorded<Result>,
  run: () => Promise<Result>,
): Promise<Result> {
  const client = clientOf(request);
  try {
    const result = await run();
    securityLog.record({ action, outcome: "ok", userId: userId ?? userOf?.(result), client });
    return result;
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.kind) && error.code !== firstStep) {
      const refusal = { action, outcome: "refused", reason: error.code, client } as const;
      // Not awaited, because the time of a refusal must not depend on whether the account exists.
      void (findUser ? findUser().catch(() => undefined) : Promise.resolve(userId)).then((id) =>
        securityLog.record({ ...refusal, userId: id }),
      );
    }
    throw error;
  }
}

function toEntry(event: StoredSecurityEvent): SecurityEventEntry {
  const { id, action, outcome, reason = null, device, count, network = null } = event;
  const { at, lastAt } = event;
  return {
    id,
    action,
    outcome,
    reason,
    device,
    count,
    network,
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
  };
}
