import { shownSubscription } from "../domain/subscription.ts";
import type { UserId } from "../domain/user.ts";
import { getCurrentUser } from "./own-account.ts";
import type { IdentityDeps, UserDataServices } from "./ports.ts";

type ExportDeps = Pick<
  IdentityDeps,
  "users" | "sessions" | "securityLog" | "waitlist" | "userData" | "clock"
>;

/** More than a user has in the time for which events are kept. */
const maxExportedEvents = 10_000;

/** All data that the services store about one user. */
export type UserExport = { exportedAt: Date } & Record<
  "identity" | keyof UserDataServices,
  Record<string, unknown>
>;

/** Collects the data that the services store about a user, completely or not at all. @throws unavailable */
export async function exportUser(deps: ExportDeps, userId: UserId): Promise<UserExport> {
  const { userData, clock } = deps;
  const [identity, billing, prediction, admin] = await Promise.all([
    exportOwnData(deps, userId),
    userData.billing.exportUser(userId),
    userData.prediction.exportUser(userId),
    userData.admin.exportUser(userId),
  ]);
  return { exportedAt: clock.now(), identity, billing, prediction, admin };
}

async function exportOwnData(deps: ExportDeps, userId: UserId): Promise<Record<string, unknown>> {
  const { user, subscription } = await getCurrentUser(deps, userId);
  const {
    passwordHash,
    secondFactor,
    passkeys = [],
    openedByCheckout: _checkout,
    deletion: _deletion,
    ...account
  } = user;
  const [open, { rows: events }, waitlistEntries] = await Promise.all([
    deps.sessions.list(userId),
    deps.securityLog.list({ userId, limit: maxExportedEvents }),
    deps.waitlist.findOf({ userId, email: account.email }),
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
    securityEvents: events.map(({ id: _id, userId: _userId, ...event }) => event),
    waitlistEntries,
  };
}
