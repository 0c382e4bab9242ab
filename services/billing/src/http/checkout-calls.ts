import type { ReturnPages } from "../domain/checkout.ts";
import type { Plan } from "../domain/plans.ts";

/** How one checkout call differs from the others. */
export type CheckoutCall = {
  path: string;
  /** Stored when the body has no source. */
  source: string;
  /** Default `subscription`. */
  returnPages?: ReturnPages;
  /** Whether the body may open an account. */
  opensAccount?: true;
  /** The plan that overrides the one in the body. */
  plan?: Plan;
  /** Whether a new account must come with every field of its form. */
  needsAllFields?: true;
};

const account = { opensAccount: true } as const;
const integrated = { ...account, needsAllFields: true } as const;

/** The differences between the checkout calls; one use case serves all of them. */
export const checkoutCalls: readonly CheckoutCall[] = [
  { path: "/api/create-direct-checkout", source: "direct_checkout" },
  { path: "/api/simplified-checkout", source: "simplified_checkout", returnPages: "simplified" },
  { path: "/api/register-with-checkout", source: "auth_screen", ...account },
  { path: "/api/absolute-price-id-checkout", source: "production_signup_form", ...account },
  { path: "/api/production-site-checkout", source: "production_site", ...account },
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

/** The guest's call; it has its own body and response. */
export const directSignupCall: CheckoutCall = {
  path: "/api/direct-signup-checkout",
  source: "direct_signup",
};
