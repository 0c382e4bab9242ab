type Detail = {
  code?: string | undefined;
  param?: string | undefined;
  type?: "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";
  /** Commits the changes that the call made before it failed, for example a declined charge. */
  keeps?: boolean;
};

/** An error that becomes a response in Stripe's error format. */
export type StripeError = Error & Detail & { readonly stripe: true; readonly status: number };

export function stripeError(status: number, message: string, detail: Detail = {}): StripeError {
  return Object.assign(new Error(message), { stripe: true as const, status, ...detail });
}

/** Stripe's error for an invalid parameter. */
export function invalid(message: string, param?: string, code?: string): StripeError {
  return stripeError(400, message, { param, code });
}

/** Stripe's error for an unknown id: 404, `resource_missing`. */
export function noSuch(noun: string, id: string, param = "id"): StripeError {
  return stripeError(404, `No such ${noun}: '${id}'`, { code: "resource_missing", param });
}

/** False for a defect of the sandbox. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && "stripe" in error && error.stripe === true;
}

export function errorBody({ type = "invalid_request_error", message, code, param }: StripeError) {
  const doc_url = code && `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
  return { error: { type, message, code, doc_url, param } };
}
