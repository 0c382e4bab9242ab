import { AppError } from "@orbline/kit/errors";
import type { Entitlement, PredictionDeps } from "./ports.ts";

/**
 * Accepts a subscriber. Without access in the projection billing itself is asked, so that a late event refuses no user.
 * @throws forbidden with code subscription.required; unavailable when billing cannot be reached
 */
export async function checkEntitlement(
  { entitlements, billing, clock }: Pick<PredictionDeps, "entitlements" | "billing" | "clock">,
  userId: string,
): Promise<void> {
  if (hasAccess(await entitlements.find(userId), clock.now())) return;
  if (hasAccess(await billing.ask(userId), clock.now())) return;
  throw new AppError("forbidden", "subscription.required", "Premium subscription required");
}

function hasAccess(entitlement: Entitlement | undefined, now: Date): boolean {
  if (!entitlement?.entitled) return false;
  return entitlement.accessUntil === undefined || now < entitlement.accessUntil;
}
