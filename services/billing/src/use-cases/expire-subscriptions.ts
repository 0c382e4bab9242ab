import type { BillingDeps } from "./ports.ts";
import { syncSubscription } from "./sync-subscription.ts";

const batchSize = 200;

/**
 * Publishes the end of access that came by the date alone. The provider is asked first, in case a renewal's
 * webhook was lost. Answers how many users were looked at.
 */
export const expireSubscriptions =
  (deps: Pick<BillingDeps, "subscriptions" | "payments" | "clock" | "rules">) =>
  async (): Promise<number> => {
    const lapsed = await deps.subscriptions.findLapsed(deps.clock.now(), batchSize);
    for (const userId of lapsed) {
      const found = await deps.subscriptions.find(userId);
      const running = found?.state.sources.filter(
        (source) => source.kind === "provider" && !source.endedAt && source.status !== "canceled",
      );
      for (const { id } of running ?? []) await syncSubscription(deps)(id);
      await deps.subscriptions.update(userId, (current) => current);
    }
    return lapsed.length;
  };
