import { accessOf, bestSource, type Access } from "../domain/access.ts";
import { noSubscription, type ProviderSnapshot, type Source } from "../domain/subscription.ts";
import type { BillingDeps } from "./ports.ts";
import { within } from "./within.ts";

/** Less than callers wait for us: the last known state is worth more than a late answer. */
const deadlineMs = 3_000;

/** What the provider says of a source just now; `error` is set when it could not be asked. */
export type ProviderDetails = {
  status: string;
  plan: string;
  cancelAtPeriodEnd: boolean;
  periodEnd?: Date;
  /** When a failed charge is tried again by itself. */
  nextAttemptAt?: Date;
  error?: string;
};

/** One user's access with the source behind it, as an admin sees it. */
export type DescribedSubscription = {
  access: Access;
  version: number;
  customerId?: string;
  source?: Source;
  provider?: ProviderDetails;
};

const toDetails = (snapshot: ProviderSnapshot): ProviderDetails => {
  const { status, plan, cancelAtPeriodEnd, periodEnd, nextAttemptAt } = snapshot;
  return { status, plan, cancelAtPeriodEnd, periodEnd, ...(nextAttemptAt && { nextAttemptAt }) };
};

const askProvider = async (
  { payments }: Pick<BillingDeps, "payments">,
  source: Source,
): Promise<ProviderDetails | undefined> => {
  if (source.kind !== "provider") return undefined;
  try {
    const { snapshot } = await within(deadlineMs, payments.findSubscription(source.id));
    return toDetails(snapshot);
  } catch {
    const error = "The payment provider could not be asked; this is the last known state.";
    return { ...toDetails(source), error };
  }
};

/** Finds one user's subscription, the source that counts, and what the provider holds of it now. */
export const describeSubscription =
  (deps: Pick<BillingDeps, "subscriptions" | "payments" | "clock" | "rules">) =>
  async (userId: string): Promise<DescribedSubscription> => {
    const found = await deps.subscriptions.find(userId);
    const state = found?.state ?? noSubscription(userId);
    const now = deps.clock.now();
    const access = accessOf(state, now, deps.rules);
    const source = bestSource(state, now, deps.rules)?.source;
    const provider = source && (await askProvider(deps, source));
    return {
      access,
      version: found?.version ?? 0,
      ...(state.customerId && { customerId: state.customerId }),
      ...(source && { source }),
      ...(provider && { provider }),
    };
  };
