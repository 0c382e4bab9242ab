import type { CheckoutResponse } from "@orbline/proto/http/billing";
import type { Plan } from "@orbline/proto/http/fields";
import type { Register } from "@orbline/proto/http/identity";
import { isApiError, postJson } from "../../lib/api-client.ts";

const responseSchema = async () =>
  (await import("@orbline/proto/http/billing")).checkoutResponseSchema;

export type DirectCheckout = {
  plan: Plan;
  email: string | undefined;
  source: string;
  affiliateCode: string | undefined;
};

/** Opens a hosted checkout. @throws ApiError with the message `Server error: {status}`. */
export const createDirectCheckout = async ({
  plan,
  email,
  source,
  affiliateCode,
}: DirectCheckout): Promise<CheckoutResponse> => {
  const body = { plan, email, source, affiliateCode, directCheckout: true, timestamp: Date.now() };
  try {
    return await postJson("/api/create-direct-checkout", body, responseSchema);
  } catch (error) {
    if (isApiError(error)) error.message = `Server error: ${error.status}`;
    throw error;
  }
};

/** The fallback of the subscribe component. */
export const createSimplifiedCheckout = ({ plan, email, source }: DirectCheckout) =>
  postJson("/api/simplified-checkout", { plan, email, source }, responseSchema);

/** Opens an account and a checkout in one call. */
export const registerWithCheckout = (registration: Register) =>
  postJson("/api/register-with-checkout", registration, responseSchema);

/** The hosted page of an answer, whichever field carries it. */
export const checkoutUrlOf = ({ checkoutUrl, url }: CheckoutResponse) => checkoutUrl ?? url;

/** Whether a checkout was refused because nobody is signed in. */
export const needsAccount = (error: unknown) => isApiError(error) && error.status === 401;
