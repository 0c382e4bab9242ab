/** Plans that a visitor can pay for, in the order in which screens show them. */
export const plans = ["trial", "monthly", "annual", "lifetime"] as const;
export type Plan = (typeof plans)[number];

/** Length of the free trial in days. A trial renews as the monthly plan. */
export const trialDays = 2;

/** Days after which a guest purchase that nobody claimed is canceled and refunded. */
export const unclaimedDays = 7;

/** How often a plan renews. A new interval has to be added to every Record below. */
export const billingIntervals = ["month", "year"] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/** Whether a plan renews at this interval; false for one that only the payment provider knows, such as "week". */
export function isBillingInterval(interval: string | undefined): interval is BillingInterval {
  return billingIntervals.some((each) => each === interval);
}

/** Plans that are charged; a trial is charged as the plan that follows it. */
export type PaidPlan = Exclude<Plan, "trial">;

/** Plans between which a running subscription can change; lifetime is bought by a checkout. */
export const changeablePlans = ["monthly", "annual"] as const;
export type ChangeablePlan = (typeof changeablePlans)[number];

export type PlanTerms = {
  name: string;
  /** US cents for each interval. */
  priceCents: number;
  /** US cents charged on the first day. */
  dueTodayCents: number;
  interval: BillingInterval | "once";
  /** Free days before the first charge; 0 for none. */
  trialDays: number;
  /** Lookup key of the price at the payment provider. */
  lookupKey: "monthly" | "annual" | "lifetime";
};

const monthly = {
  name: "Monthly",
  priceCents: 1_999,
  dueTodayCents: 1_999,
  interval: "month",
  trialDays: 0,
  lookupKey: "monthly",
} as const;

/** Terms of sale. Every price, trial length and plan name in texts, mails and catalogs comes from here. */
export const planTerms: Record<Plan, PlanTerms> = {
  trial: { ...monthly, name: "Free trial", dueTodayCents: 0, trialDays },
  monthly,
  annual: {
    name: "Annual",
    priceCents: 21_589,
    dueTodayCents: 21_589,
    interval: "year",
    trialDays: 0,
    lookupKey: "annual",
  },
  lifetime: {
    name: "Lifetime",
    priceCents: 24_900,
    dueTodayCents: 24_900,
    interval: "once",
    trialDays: 0,
    lookupKey: "lifetime",
  },
};

/** The prices that the payment provider sells, as the Stripe sandbox takes them for its catalog. */
export const providerPrices = plans
  .filter((plan) => planTerms[plan].trialDays === 0)
  .map((plan) => {
    const { name, priceCents: unitAmount, interval, lookupKey } = planTerms[plan];
    return { lookupKey, product: `Orbline Premium, ${name.toLowerCase()}`, unitAmount, interval };
  });

/** US cents as text, without ".00" for whole dollars: `$19.99`, `$249`. */
export function priceText(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}

/** The plan that is charged. */
export const chargedPlan = {
  trial: "monthly",
  monthly: "monthly",
  annual: "annual",
  lifetime: "lifetime",
} as const satisfies Record<Plan, PaidPlan>;

/** The plan of a renewing price at the payment provider. */
export const planByInterval: Record<BillingInterval, "monthly" | "annual"> = {
  month: "monthly",
  year: "annual",
};

/** The change that the account page offers to a plan of this interval. */
export const changeByInterval: Record<BillingInterval, ChangeablePlan | undefined> = {
  month: "annual",
  year: "monthly",
};

/** Time between two renewals, in calendar months or in days. */
export const intervalLength = {
  month: { months: 1 },
  year: { months: 12 },
} as const satisfies Record<BillingInterval, { months: number } | { days: number }>;
