import type { Plan } from "./plans.ts";
import { isFinal } from "./sources.ts";
import { isEnded, type ProviderSource, type Subscription } from "./subscription.ts";

const isOpen = (source: ProviderSource): boolean =>
  !isEnded(source) && !isFinal(source) && source.status !== "incomplete";

/** The subscription that the provider would charge again, also when a charge of it has failed; the newest of several. */
export const findRenewing = ({ sources }: Pick<Subscription, "sources">) =>
  sources
    .filter((source) => source.kind === "provider")
    .filter(isOpen)
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .at(-1);

/** What is charged again at `periodEnd`, unless `cancelAtPeriodEnd`. */
export type Recurring = { plan: Plan; periodEnd: Date; cancelAtPeriodEnd: boolean };

/** The subscription behind a user's access that is charged again, also where another source gives the access. */
export const recurringOf = (subscription: Pick<Subscription, "sources">): Recurring | undefined => {
  const source = findRenewing(subscription);
  if (!source) return undefined;
  const { periodEnd, cancelAtPeriodEnd, status } = source;
  const plan = source.plan === "trial" && status !== "trialing" ? "monthly" : source.plan;
  return { plan, periodEnd, cancelAtPeriodEnd };
};
