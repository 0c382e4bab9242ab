import type { AuditedAction } from "../domain/audit.ts";
import type { DeadLetter } from "../domain/dead-letter.ts";
import type { UserView } from "../domain/user-view.ts";
import type { AuditLog, DeadLetters, Payments, UserViews } from "./ports.ts";

const pageSize = 500;
const paymentsPerCall = 100;

type Deps = { users: UserViews; auditLog: AuditLog; deadLetters: DeadLetters; payments: Payments };

/** A page of what admin keeps of one user, as lists by what they are; `next` is where the next page begins. */
export type UserExport = { lists: Record<string, object[]>; next: number | undefined };

const paymentIdsOf = async ({ payments }: Deps, userId: string): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { userId, limit: paymentsPerCall, ...(cursor && { cursor }) };
    const page = await payments.list(query);
    ids.push(...page.payments.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
};

/** Of what was done to the user everything but by whom; of what the user did to others, that it was done. */
const toRecord = (action: AuditedAction, userId: string) => {
  const { number: _number, hash: _hash, commandId: _command, actorId, target, ...rest } = action;
  const isActor = actorId === userId;
  if (isActor && target.id !== userId)
    return { by: "you", at: rest.at, action: rest.action, outcome: rest.outcome };
  return { by: isActor ? "you" : "an admin", target, ...rest };
};

/** Newest first, each once, however many of the lists have it. */
const merge = (pages: AuditedAction[][]): AuditedAction[] =>
  [...new Map(pages.flat().map((action) => [action.number, action])).values()].toSorted(
    (one, other) => other.number - one.number,
  );

const auditPage = async (
  { auditLog }: Deps,
  {
    userId,
    targetIds,
    before,
  }: { userId: string; targetIds: string[]; before: number | undefined },
) => {
  const place = { limit: pageSize, ...(before !== undefined && { before }) };
  const pages = await Promise.all([
    auditLog.list({ actorId: userId, ...place }),
    ...targetIds.map((targetId) => auditLog.list({ targetId, ...place })),
  ]);
  const found = merge(pages.map(({ actions }) => actions));
  const actions = found.slice(0, pageSize);
  const goesOn = found.length > pageSize || pages.some(({ next }) => next !== undefined);
  return { actions, next: goesOn ? actions.at(-1)?.number : undefined };
};

const toAccount = ({ subscriptionSeq: _seq, ...account }: UserView) => account;

const toMessage = ({ topic, type, diedAt, state }: DeadLetter) => ({ topic, type, diedAt, state });

const copies = async ({ users, deadLetters }: Deps, userId: string, keys: string[]) => {
  const view = await users.find(userId);
  return {
    accounts: view ? [toAccount(view)] : [],
    undeliveredMessages: (await deadLetters.findAbout(keys)).map(toMessage),
  };
};

/**
 * What admin keeps of one user, for the user's own export: on the first page the copies of the account, on all pages
 * what admins did to the user and the user's payments, without who did it, and what the user did as an admin, without
 * to whom. @throws unavailable while billing cannot say which payments the user has
 */
export const exportUser =
  (deps: Deps) =>
  async (userId: string, before?: number): Promise<UserExport> => {
    const targetIds = [userId, ...(await paymentIdsOf(deps, userId))];
    const { actions, next } = await auditPage(deps, { userId, targetIds, before });
    const auditEntries = actions.map((action) => toRecord(action, userId));
    const first = before === undefined ? await copies(deps, userId, targetIds) : {};
    return { lists: { ...first, auditEntries }, next };
  };
