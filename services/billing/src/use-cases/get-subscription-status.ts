import { accessOf, type Access } from "../domain/access.ts";
import { recurringOf, type Recurring } from "../domain/renewal.ts";
import type { BillingDeps } from "./ports.ts";

/** The user's access, and what is charged again behind it. */
export type SubscriptionStatus = { access: Access; recurring?: Recurring; version: number };

/** The user's access at this moment and the version of the state behind it, 0 when there is none. */
export const getSubscriptionStatus =
  ({ subscriptions, clock, rules }: Pick<BillingDeps, "subscriptions" | "clock" | "rules">) =>
  async (userId: string): Promise<SubscriptionStatus> => {
    const found = await subscriptions.find(userId);
    const state = found?.state ?? { sources: [] };
    const access = accessOf(state, clock.now(), rules);
    const recurring = recurringOf(state);
    return { access, ...(recurring && { recurring }), version: found?.version ?? 0 };
  };
