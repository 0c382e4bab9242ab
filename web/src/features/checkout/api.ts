import type {
  Checkout,
  CheckoutResponse,
  DirectSignup,
  DirectSignupResponse,
} from "@orbline/proto/http/billing";
import type { Register } from "@orbline/proto/http/identity";
import type { Plan } from "@orbline/proto/constants/plans";
import { bringAhead, isApiError, postJson } from "#/lib/api-client.ts";

const schemas = () => import("@orbline/proto/http/billing");

const postOrder = (path: string, order: unknown): Promise<CheckoutResponse> => {
  bringAhead(schemas);
  return postJson(path, order, async () => (await schemas()).checkoutResponseSchema);
};

export type DirectCheckout = {
  plan: Plan;
  email: string | undefined;
  source: string;
  affiliateCode: string | undefined;
  termsAccepted?: boolean;
};

/** Opens a hosted checkout. @throws ApiError with the message `Server error: {status}`. */
export const createDirectCheckout = async (order: DirectCheckout): Promise<CheckoutResponse> => {
  const body = { ...order, directCheckout: true, timestamp: Date.now() };
  try {
    return await postOrder("/api/create-direct-checkout", body);
  } catch (error) {
    if (isApiError(error)) error.message = `Server error: ${error.status}`;
    throw error;
  }
};

/** The fallback of the subscribe component. */
export const createSimplifiedCheckout = (order: DirectCheckout): Promise<CheckoutResponse> =>
  postOrder("/api/simplified-checkout", order);

/** Opens an account and a checkout in one call. */
export const registerWithCheckout = (registration: Register): Promise<CheckoutResponse> =>
  postOrder("/api/register-with-checkout", registration);

/** Opens an account and a checkout from the quick sign-up. */
export const absoluteCheckout = (registration: Register): Promise<CheckoutResponse> =>
  postOrder("/api/absolute-price-id-checkout", registration);

/** Opens an account and a checkout of the monthly or the annual integrated form. */
export const integratedCheckout = ({ plan, ...account }: Register): Promise<CheckoutResponse> => {
  const { origin } = window.location;
  const path =
    plan === "annual" ? "/api/integrated-annual-checkout" : "/api/integrated-monthly-checkout";
  const pages = {
    success_url: `${origin}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/subscription/cancel`,
  };
  return postOrder(path, { ...account, ...pages });
};

/** The second checkout button: an e-mail, or an e-mail with an account. */
export const productionCheckout = (order: Checkout): Promise<CheckoutResponse> =>
  postOrder("/api/production-site-checkout", order);

/** A checkout by e-mail alone; no password is made up, the account's owner sets one later. */
export const directSignupCheckout = (order: DirectSignup): Promise<DirectSignupResponse> => {
  bringAhead(schemas);
  return postJson(
    "/api/direct-signup-checkout",
    order,
    async () => (await schemas()).directSignupResponseSchema,
  );
};

/** The hosted page of an answer, whichever field carries it. */
export const checkoutUrlOf = ({
  checkoutUrl,
  url,
  directStripeUrl,
  altStripeUrl,
}: CheckoutResponse) => checkoutUrl ?? url ?? directStripeUrl ?? altStripeUrl;

/** Whether a checkout was refused because nobody is signed in. */
export const needsAccount = (error: unknown) => isApiError(error) && error.status === 401;
