import type { ReturnPages } from "../domain/checkout.ts";
import type { Plan } from "../domain/plans.ts";

/** How one checkout call differs from the others. */
export type CheckoutRoute = {
  path: string;
  /** Recorded when the caller names none. */
  source: string;
  returnPages: ReturnPages;
  /** Whether the body may open an account. */
  opensAccount: boolean;
  /** Sold whatever the body says. */
  plan?: Plan;
  /** Whether a new account must come with every field of its form. */
  needsAllFields?: boolean;
};

const integrated = {
  returnPages: "subscription",
  opensAccount: true,
  needsAllFields: true,
} as const;

/** One use case behind thin routes; this table holds all their differences. */
export const checkoutRoutes: readonly CheckoutRoute[] = [
  {
    path: "/api/create-direct-checkout",
    source: "direct_checkout",
    returnPages: "subscription",
    opensAccount: false,
  },
  {
    path: "/api/simplified-checkout",
    source: "simplified_checkout",
    returnPages: "simplified",
    opensAccount: false,
  },
  {
    path: "/api/register-with-checkout",
    source: "auth_screen",
    returnPages: "subscription",
    opensAccount: true,
  },
  {
    path: "/api/absolute-price-id-checkout",
    source: "production_signup_form",
    returnPages: "subscription",
    opensAccount: true,
  },
  {
    path: "/api/production-site-checkout",
    source: "production_site",
    returnPages: "subscription",
    opensAccount: true,
  },
  {
    path: "/api/integrated-monthly-checkout",
    source: "integrated_monthly",
    plan: "monthly",
    ...integrated,
  },
  {
    path: "/api/integrated-annual-checkout",
    source: "integrated_annual",
    plan: "annual",
    ...integrated,
  },
];

/** The call for an e-mail alone; it has a body and an answer of its own. */
export const directSignupRoute: CheckoutRoute = {
  path: "/api/direct-signup-checkout",
  source: "direct_signup",
  returnPages: "subscription",
  opensAccount: false,
};
