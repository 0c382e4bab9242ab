import { applySelfExclusion } from "../../domain/subscription/self-exclusion.ts";
import { closeCheckouts } from "../checkout/close-checkouts.ts";
import type { BillingDeps } from "../ports.ts";

/**
 * Follows a user's self-exclusion: no purchase until it ends, and no renewal after the paid period. Closes checkout
 * pages that are open; a purchase on a page that failed to close is refunded. That of an erased user binds the email
 * address. Safe to repeat.
 * @throws unavailable
 */
export async function selfExcludeUser(
  deps: BillingDeps,
  userId: string,
  until: Date,
): Promise<void> {
  const { state } = await deps.subscriptions.update(
    userId,
    (current, now) => applySelfExclusion(current, until, now),
    { evenErased: true },
  );
  if (state.effects.length > 0) deps.wake("effects");
  if (state.erasedAt) return;
  if (until > deps.clock.now()) await closeCheckouts(deps, await deps.checkouts.findOpen(userId));
}
