import { AppError } from "@orbline/kit/errors";
import type { Entitlement, PredictionDeps } from "./ports.ts";

/**
 * Accepts a subscriber and returns the access. Without access in the projection billing itself is asked, so that a late
 * event refuses no user.
 * @throws forbidden with code subscription.required; unavailable when billing cannot be reached
 */
export async function checkEntitlement(
  { entitlements, billing, clock }: Pick<PredictionDeps, "entitlements" | "billing" | "clock">,
  userId: string,
): Promise<Entitlement> {
  const projected = await entitlements.find(userId);
  if (projected && hasAccess(projected, clock.now())) return projected;
  const current = await billing.ask(userId);
  if (hasAccess(current, clock.now())) return current;
  throw new AppError("forbidden", "subscription.required", "Premium subscription required");
}

function hasAccess({ entitled, accessUntil }: Entitlement, now: Date): boolean {
  return entitled && (accessUntil === undefined || now < accessUntil);
}
