import type { AuditedAction } from "../domain/audit.ts";
import type { UserView } from "../domain/user-view.ts";
import type { AdminDeps } from "./ports.ts";

const pageSize = 500;
const paymentsPerCall = 100;

type ExportDeps = Pick<AdminDeps, "users" | "auditLog" | "payments">;

/** One page of a user's data as lists; `next` is the `before` of the next page. */
export type UserExport = { lists: Record<string, object[]>; next: number | undefined };

/**
 * Admin's data about one user, for the user's own export. The first page has the copy of the account. All pages have
 * the admins' actions on the user and the user's payments, without the ids of admins, and the user's own actions as
 * an admin, without their targets.
 * @throws unavailable while billing cannot list the user's payments
 */
export async function exportUser(
  deps: ExportDeps,
  userId: string,
  before?: number,
): Promise<UserExport> {
  const targetIds = [userId, ...(await paymentIdsOf(deps, userId))];
  const { actions, next } = await auditPage(deps, { userId, targetIds, before });
  const auditEntries = actions.map((action) => toEntry(action, userId));
  if (before !== undefined) return { lists: { auditEntries }, next };
  const user = await deps.users.find(userId);
  return { lists: { accounts: user ? [toAccount(user)] : [], auditEntries }, next };
}

async function paymentIdsOf({ payments }: ExportDeps, userId: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await payments.list({ userId, limit: paymentsPerCall, cursor });
    ids.push(...page.payments.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

/** The newest actions by or about the user, each once. */
async function auditPage(
  { auditLog }: ExportDeps,
  {
    userId,
    targetIds,
    before,
  }: { userId: string; targetIds: string[]; before?: number | undefined },
): Promise<{ actions: AuditedAction[]; next: number | undefined }> {
  const queries = [{ actorId: userId }, ...targetIds.map((targetId) => ({ targetId }))];
  const pages = await Promise.all(
    queries.map((query) => auditLog.list({ ...query, limit: pageSize, before })),
  );
  const byNumber = new Map(
    pages.flatMap(({ actions }) => actions).map((action) => [action.number, action]),
  );
  const found = [...byNumber.values()].toSorted((one, other) => other.number - one.number);
  const actions = found.slice(0, pageSize);
  const hasMore = found.length > pageSize || pages.some(({ next }) => next !== undefined);
  return { actions, next: hasMore ? actions.at(-1)?.number : undefined };
}

function toAccount({ subscriptionVersion: _version, ...account }: UserView): object {
  return account;
}

/** Actions on the user without the admin; actions of the user on others without the target. */
function toEntry(action: AuditedAction, userId: string): object {
  const { number: _number, hash: _hash, commandId: _command, actorId, target, ...rest } = action;
  const { at, action: name, outcome } = rest;
  const isActor = actorId === userId;
  if (isActor && target.id !== userId) return { by: "you", at, action: name, outcome };
  return { by: isActor ? "you" : "an admin", target, ...rest };
}
