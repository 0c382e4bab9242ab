import { AppError } from "@orbline/kit/errors";
import { type Plan, planTerms, plans, type PlanTerms } from "@orbline/proto/constants/plans";

export type { Plan };

/** A plan for sale; the provider's price has the same `lookupKey` and must match it. */
export type CatalogEntry = PlanTerms & { id: Plan };

/** Every plan for sale, in the order in which screens show them; money in US cents. */
export const catalog: readonly CatalogEntry[] = plans.map((id) => ({ id, ...planTerms[id] }));

/** The catalog entry of a plan. @throws invalid for an unknown plan */
export function findPlan(id: Plan): CatalogEntry {
  const entry = catalog.find((plan) => plan.id === id);
  if (!entry) throw new AppError("invalid", "plan.unknown", "Please select a subscription plan");
  return entry;
}

/** Whether a price at the provider matches the catalog: amount in cents, US dollars, interval. */
export function agreesWith(
  { priceCents, interval }: CatalogEntry,
  price: { amountCents: number | null; currency: string; interval: string },
): boolean {
  return (
    price.amountCents === priceCents && price.currency === "usd" && price.interval === interval
  );
}
