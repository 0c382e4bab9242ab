import { AppError } from "@orbline/kit/errors";
import { findRenewing } from "../domain/renewal.ts";
import { atProvider } from "./at-provider.ts";
import type { BillingDeps } from "./ports.ts";

type Deps = Pick<BillingDeps, "subscriptions" | "payments"> & {
  sync: (subscriptionId: string) => Promise<boolean>;
};

const renewingOf = async ({ subscriptions }: Deps, userId: string, refusal: string) => {
  const found = await subscriptions.find(userId);
  const source = found && findRenewing(found.state);
  if (!source) throw new AppError("conflict", "subscription.none", refusal);
  return source;
};

/**
 * Lets a user's subscription end with the period that is paid; access stays until then. Safe to repeat.
 * @throws conflict when nothing renews, unavailable while the provider does not answer
 */
export const stopRenewal =
  (deps: Deps) =>
  async (userId: string): Promise<void> => {
    const { id } = await renewingOf(deps, userId, "There is no subscription that renews.");
    await atProvider(async () => {
      await deps.payments.stopAtPeriodEnd(id);
      await deps.sync(id);
    });
  };

/**
 * Lets a subscription renew again that was to end with its period. Safe to repeat.
 * @throws conflict when it has ended, unavailable while the provider does not answer
 */
export const resumeRenewal =
  (deps: Deps) =>
  async (userId: string): Promise<void> => {
    const refusal = "Your subscription has ended. Please subscribe again.";
    const { id } = await renewingOf(deps, userId, refusal);
    const isResumed = await atProvider(async () => {
      const resumed = await deps.payments.resume(id);
      await deps.sync(id);
      return resumed;
    });
    if (!isResumed) throw new AppError("conflict", "subscription.none", refusal);
  };
