import type { Facts } from "../domain/audit.ts";
import type { Subscription, UserView } from "../domain/user-view.ts";
import { audited } from "./audited.ts";
import type { AdminDeps } from "./ports.ts";
import { awaitSubscriptionVersion, findUser } from "./users.ts";

type CommandDeps = Pick<
  AdminDeps,
  "users" | "auditLog" | "subscriptions" | "clock" | "newId" | "sleep"
>;

type Order = { actorId: string; userId: string; reason?: string | undefined };

/** Grants a user access for some days. A repeated `commandId` grants nothing more. @throws not-found, unavailable */
export async function activateSubscription(
  deps: CommandDeps,
  {
    actorId,
    userId,
    reason,
    days,
    ...order
  }: Order & { days: number; commandId?: string | undefined },
): Promise<UserView> {
  const user = await findUser(deps, userId);
  // The same command id with other days is another command, not a repetition.
  const commandId = order.commandId ? `${userId}_${days}_${order.commandId}` : deps.newId();
  const { subscription, version } = await audited(
    deps,
    {
      action: "activate-subscription",
      actorId,
      target: { kind: "user", id: userId },
      commandId,
      reason,
      details: { days },
      before: factsOf(user.subscription),
    },
    () => deps.subscriptions.activate({ userId, days, commandId }),
    (result) => factsOf(result.subscription),
  );
  await awaitSubscriptionVersion(deps, userId, version);
  return { ...user, subscription };
}

/** Ends a user's access now. @throws not-found, unavailable */
export async function cancelSubscription(
  deps: CommandDeps,
  { actorId, userId, reason }: Order,
): Promise<UserView> {
  const user = await findUser(deps, userId);
  const commandId = deps.newId();
  const { subscription, version } = await audited(
    deps,
    {
      action: "cancel-subscription",
      actorId,
      target: { kind: "user", id: userId },
      commandId,
      reason,
      details: {},
      before: factsOf(user.subscription),
    },
    () => deps.subscriptions.cancel({ userId, commandId }),
    (result) => factsOf(result.subscription),
  );
  await awaitSubscriptionVersion(deps, userId, version);
  return { ...user, subscription };
}

function factsOf({ status, tier, endsAt }: Subscription): Facts {
  return { status, tier, endDate: endsAt?.toISOString() ?? null };
}
