import type { Plan } from "@orbline/proto/constants/plans";
import type { CheckoutResponse, DirectSignup } from "@orbline/proto/http/billing/checkout";
import type { Register } from "@orbline/proto/http/identity/auth";
import { call, isApiError, post } from "#/lib/api.ts";
import { referralCode } from "#/shared/referral.ts";

/** The order of a plan to an email, with the affiliate code in force and the agreement to the terms. */
export function orderOf(plan: Plan, email: string, source: string) {
  return { plan, email, source, affiliateCode: referralCode(), termsAccepted: true };
}
type Order = Omit<ReturnType<typeof orderOf>, "termsAccepted"> & {
  termsAccepted?: boolean | undefined;
};

/** Opens a hosted checkout. @throws ApiError with the message `Server error: {status}`. */
export async function createDirectCheckout(order: Order): Promise<CheckoutResponse> {
  const body = { ...order, directCheckout: true, timestamp: Date.now() };
  try {
    return await call("billing", "POST /api/create-direct-checkout", { body });
  } catch (error) {
    if (isApiError(error)) error.message = `Server error: ${error.status}`;
    throw error;
  }
}

/** Opens a hosted checkout without a timestamp; the fallback of the subscribe control. */
export const createSimplifiedCheckout = post("billing", "POST /api/simplified-checkout");

/** Opens an account and a checkout from the register tab. */
export const registerWithCheckout = post("billing", "POST /api/register-with-checkout");

/** Opens an account and a checkout from the quick sign-up. */
export const absoluteCheckout = post("billing", "POST /api/absolute-price-id-checkout");

/** Opens a checkout for an email, or for an email with a new account. */
export const productionCheckout = post("billing", "POST /api/production-site-checkout");

/** Opens an account and a checkout of the monthly or the annual integrated form. */
export function integratedCheckout({ plan, ...account }: Register): Promise<CheckoutResponse> {
  const { origin } = window.location;
  const body = {
    ...account,
    success_url: `${origin}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/subscription/cancel`,
  };
  return plan === "annual"
    ? call("billing", "POST /api/integrated-annual-checkout", { body })
    : call("billing", "POST /api/integrated-monthly-checkout", { body });
}

/** Opens a guest checkout; the mailed claim link sets the password after the payment. */
export async function directSignupCheckout(body: DirectSignup): Promise<CheckoutResponse> {
  const response = await call("billing", "POST /api/direct-signup-checkout", { body });
  const { success, redirectUrl, message } = response;
  return { success, checkoutUrl: redirectUrl, error: message };
}

/** The address of the hosted checkout page. Each call has its own field for it. */
export function checkoutUrlOf(response: CheckoutResponse): string | undefined {
  return response.checkoutUrl ?? response.url ?? response.directStripeUrl ?? response.altStripeUrl;
}

/** Whether a checkout was refused because no user is signed in. */
export function needsAccount(error: unknown): boolean {
  return isApiError(error) && error.status === 401;
}
