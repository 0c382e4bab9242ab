import { AppError } from "@orbline/kit/errors";

/** Plans a visitor can pay for. A trial becomes monthly at its end. */
export type Plan = "trial" | "monthly" | "annual" | "lifetime";

/** Length of the free trial in days. */
export const trialDays = 2;

/** One entry of the catalogue; the provider's price is found by `lookupKey` and must agree with it. */
export type CatalogueEntry = {
  id: Plan;
  priceCents: number;
  dueTodayCents: number;
  interval: "month" | "year" | "once";
  trialDays: number;
  lookupKey: "monthly" | "annual" | "lifetime";
};

/** Everything that is for sale, in the order in which screens show it; money in US cents. */
export const catalogue: readonly CatalogueEntry[] = [
  {
    id: "trial",
    priceCents: 1_999,
    dueTodayCents: 0,
    interval: "month",
    trialDays,
    lookupKey: "monthly",
  },
  {
    id: "monthly",
    priceCents: 1_999,
    dueTodayCents: 1_999,
    interval: "month",
    trialDays: 0,
    lookupKey: "monthly",
  },
  {
    id: "annual",
    priceCents: 21_589,
    dueTodayCents: 21_589,
    interval: "year",
    trialDays: 0,
    lookupKey: "annual",
  },
  {
    id: "lifetime",
    priceCents: 24_900,
    dueTodayCents: 24_900,
    interval: "once",
    trialDays: 0,
    lookupKey: "lifetime",
  },
];

/** The catalogue's entry of a plan. */
export const findPlan = (id: Plan): CatalogueEntry => {
  const entry = catalogue.find((plan) => plan.id === id);
  if (!entry) throw new AppError("invalid", "plan.unknown", "Please select a subscription plan");
  return entry;
};

/** Whether a provider's price is what the catalogue says: amount in cents, US dollars, interval. */
export const agreesWith = (
  { priceCents, interval }: CatalogueEntry,
  price: { amountCents: number | null; currency: string; interval: string },
): boolean =>
  price.amountCents === priceCents && price.currency === "usd" && price.interval === interval;
