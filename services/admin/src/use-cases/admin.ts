import { activateSubscription } from "./activate-subscription.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import { describeUser } from "./describe-user.ts";
import { listAudit } from "./list-audit.ts";
import { listRows } from "./list-rows.ts";
import { listUsers } from "./list-users.ts";
import type { AdminDeps } from "./ports.ts";

type DepsOf<Verb extends (deps: never) => unknown> = Parameters<Verb>[0];

type Deps = AdminDeps &
  DepsOf<typeof describeUser> &
  DepsOf<typeof listAudit> &
  DepsOf<typeof listRows> &
  DepsOf<typeof listUsers>;

/** The use cases that admins have, tied to their dependencies. */
export const createAdmin = (deps: Deps) => ({
  activateSubscription: activateSubscription(deps),
  cancelSubscription: cancelSubscription(deps),
  describeUser: describeUser(deps),
  listAudit: listAudit(deps),
  listRows: listRows(deps),
  listUsers: listUsers(deps),
});
/** What admins can do. */
export type Admin = ReturnType<typeof createAdmin>;
