import { AppError } from "@orbline/kit/errors";
import { activationDays } from "@orbline/proto/constants/subscription";
import { accessOf } from "../../domain/subscription/access.ts";
import { cancelAll, grantManually } from "../../domain/subscription/admin-commands.ts";
import type { Subscription } from "../../domain/subscription/subscription.ts";
import type { BillingDeps } from "../ports.ts";

/**
 * Grants access for some days and returns it with its version. Safe to repeat: the command id identifies the grant.
 * @throws invalid, not-found
 */
export async function activateSubscription(
  deps: BillingDeps,
  { userId, days, commandId }: { userId: string; days: number; commandId: string },
) {
  const durations: readonly number[] = activationDays;
  if (!durations.includes(days))
    throw new AppError("invalid", "duration.invalid", "Duration must be 1, 7, 30, 90 or 365 days.");
  await deps.accounts.find(userId);
  const updated = await deps.subscriptions.update(userId, (current, now) =>
    grantManually(current, { days, commandId }, now),
  );
  return toResult(deps, updated);
}

/**
 * Ends all access of a user now. The provider ends its subscriptions with their period as soon as it responds. Safe
 * to repeat: the command id identifies the command.
 * @throws invalid, not-found
 */
export async function cancelSubscription(
  deps: BillingDeps,
  { userId, commandId }: { userId: string; commandId: string },
) {
  await deps.accounts.find(userId);
  const updated = await deps.subscriptions.update(userId, (current, now) =>
    cancelAll(current, { commandId }, now),
  );
  if (updated.state.effects.length > 0) deps.wake("effects");
  return toResult(deps, updated);
}

function toResult(
  { clock, rules }: BillingDeps,
  { state, version }: { state: Subscription; version: number },
) {
  return { access: accessOf(state, clock.now(), rules), version };
}
