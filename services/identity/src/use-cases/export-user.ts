import { shownSubscription } from "../domain/subscription.ts";
import type { UserId } from "../domain/user.ts";
import { getCurrentUser } from "./get-current-user.ts";
import type { Clock, OtherServices, Sessions, Users, Waitlist } from "./ports.ts";

type Deps = {
  users: Users;
  sessions: Sessions;
  waitlist: Waitlist;
  others: OtherServices;
  clock: Clock;
};

/** What every service holds about one user. */
export type UserExport = { exportedAt: Date } & Record<
  "identity" | keyof OtherServices,
  Record<string, unknown>
>;

const ownHoldings = async ({ users, sessions, waitlist, clock }: Deps, userId: UserId) => {
  const { user, subscription } = await getCurrentUser({ users })(userId);
  const { passwordHash, openedByCheckout: _checkout, deletion: _none, ...account } = user;
  const [open, waitlistEntries] = await Promise.all([
    sessions.list(userId),
    waitlist.findOf({ userId, email: account.email }),
  ]);
  return {
    account: {
      ...account,
      hasPassword: passwordHash !== undefined,
      subscription: shownSubscription(subscription, user.role, clock.now()),
    },
    sessions: open.map(({ device, createdAt, lastSeenAt }) => ({ device, createdAt, lastSeenAt })),
    waitlistEntries,
  };
};

/** Gathers everything that the services hold about a user; all of it or nothing. @throws unavailable */
export const exportUser =
  (deps: Deps) =>
  async (userId: UserId): Promise<UserExport> => {
    const { others } = deps;
    const [identity, billing, prediction, admin] = await Promise.all([
      ownHoldings(deps, userId),
      others.billing.exportUser(userId),
      others.prediction.exportUser(userId),
      others.admin.exportUser(userId),
    ]);
    return { exportedAt: deps.clock.now(), identity, billing, prediction, admin };
  };
