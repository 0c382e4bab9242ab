import { accessOf, type Access } from "../domain/access.ts";
import type { BillingDeps } from "./ports.ts";

/** The user's access at this moment and the version of the state behind it, 0 when there is none. */
export const getSubscriptionStatus =
  ({ subscriptions, clock, rules }: Pick<BillingDeps, "subscriptions" | "clock" | "rules">) =>
  async (userId: string): Promise<{ access: Access; version: number }> => {
    const found = await subscriptions.find(userId);
    const access = accessOf(found?.state ?? { sources: [] }, clock.now(), rules);
    return { access, version: found?.version ?? 0 };
  };
