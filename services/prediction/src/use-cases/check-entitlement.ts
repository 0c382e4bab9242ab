import { AppError } from "@orbline/kit/errors";
import type { Clock, Entitlement, EntitlementOwner, Entitlements } from "./ports.ts";

const holds = (entitlement: Entitlement | undefined, now: Date): boolean =>
  entitlement?.entitled === true &&
  (entitlement.accessUntil === undefined || now < entitlement.accessUntil);

/**
 * Passes a subscriber. The projection may only say yes: before anybody is refused the owner is asked.
 * @throws forbidden with code subscription.required, unavailable when the owner can not be asked
 */
export const checkEntitlement =
  ({
    entitlements,
    owner,
    clock,
  }: {
    entitlements: Entitlements;
    owner: EntitlementOwner;
    clock: Clock;
  }) =>
  async (userId: string): Promise<void> => {
    if (holds(await entitlements.find(userId), clock.now())) return;
    if (holds(await owner.ask(userId), clock.now())) return;
    throw new AppError("forbidden", "subscription.required", "Premium subscription required");
  };
