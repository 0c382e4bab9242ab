import { shownSubscription } from "../domain/subscription.ts";
import type { UserId } from "../domain/user.ts";
import { getCurrentUser } from "./own-account.ts";
import type { IdentityDeps } from "./ports.ts";
import { waitlistOwnerOf } from "./waitlist.ts";

type Json = Record<string, unknown>;

type ExportDeps = Pick<
  IdentityDeps,
  "users" | "sessions" | "securityLog" | "waitlist" | "userData" | "clock"
>;

/** Keeps a page in memory small. */
const eventsPerPage = 1_000;

const services = ["billing", "prediction", "admin"] as const;

/**
 * Collects the data that the services store about a user, as parts of one JSON text. Resolves once every service has
 * answered, and reads further pages while the parts are taken, because a user can have more data than fits into memory.
 * @throws unavailable, also while the parts are taken
 */
export async function exportUser(
  deps: ExportDeps,
  userId: UserId,
): Promise<AsyncGenerator<string>> {
  const [identity, ...others] = await Promise.all([
    begun(joinPages(exportOwnData(deps, userId))),
    ...services.map((name) => begun(joinPages(deps.userData[name].exportUser(userId)))),
  ]);
  return writeExport(deps.clock.now(), identity, others);
}

async function* writeExport(
  exportedAt: Date,
  identity: Begun,
  others: readonly Begun[],
): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"identity":${identity.first}`;
  yield* identity.rest;
  for (const [index, { first, rest }] of others.entries()) {
    yield `,"${services[index]}":${first}`;
    yield* rest;
  }
  yield "}";
}

type Begun = { first: string; rest: AsyncGenerator<string> };

async function begun(rest: AsyncGenerator<string>): Promise<Begun> {
  const { value } = await rest.next();
  return { first: value ?? "{}", rest };
}

/** The JSON text of a service's data in parts: the first page whole, then the entries that continue one of its lists. */
async function* joinPages(data: AsyncIterable<Json>): AsyncGenerator<string> {
  const pages = data[Symbol.asyncIterator]();
  const [first, second] = [await pages.next(), await pages.next()];
  if (first.done) return;
  if (second.done) return yield JSON.stringify(first.value);
  const [name = ""] = Object.keys(second.value);
  const { [name]: list, ...whole } = first.value;
  const fields = JSON.stringify({ ...whole, [name]: list ?? [] });
  yield fields.slice(0, -"]}".length);
  let separator = Array.isArray(list) && list.length > 0 ? "," : "";
  for (let page: IteratorResult<Json> = second; !page.done; page = await pages.next()) {
    const { [name]: more = [], ...others } = page.value;
    if (Object.keys(others).length > 0)
      throw new Error(`a page of an export may only continue ${name}`);
    const entries = JSON.stringify(more).slice(1, -1);
    if (entries === "") continue;
    yield `${separator}${entries}`;
    separator = ",";
  }
  yield "]}";
}

/** Identity's own data; further pages have the rest of the security events, whose number has no limit. */
async function* exportOwnData(deps: ExportDeps, userId: UserId): AsyncGenerator<Json> {
  let data = await exportAccount(deps, userId);
  let cursor: string | undefined;
  do {
    const page = await deps.securityLog.list({ userId, limit: eventsPerPage, cursor });
    const securityEvents = page.rows.map(({ id: _id, userId: _userId, ...event }) => event);
    yield { ...data, securityEvents };
    data = {};
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

async function exportAccount(deps: ExportDeps, userId: UserId): Promise<Json> {
  const { user, subscription } = await getCurrentUser(deps, userId);
  const {
    passwordHash,
    secondFactor,
    passkeys = [],
    openedByCheckout: _checkout,
    deletion: _deletion,
    ...account
  } = user;
  const [open, waitlistEntries] = await Promise.all([
    deps.sessions.list(userId),
    deps.waitlist.findOf(waitlistOwnerOf(user)),
  ]);
  return {
    account: {
      ...account,
      hasPassword: passwordHash !== undefined,
      secondFactor: secondFactor && {
        enabledAt: secondFactor.enabledAt,
        recoveryCodesLeft: secondFactor.recoveryHashes.length,
      },
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt,
        lastUsedAt,
      })),
      subscription: shownSubscription(subscription, user.role, deps.clock.now()),
    },
    sessions: open.map(({ device, createdAt, lastSeenAt }) => ({ device, createdAt, lastSeenAt })),
    waitlistEntries,
  };
}
