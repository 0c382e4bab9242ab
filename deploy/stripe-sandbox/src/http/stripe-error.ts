import errors from "./errors.json" with { type: "json" };

type Detail = {
  code?: string | undefined;
  param?: string | undefined;
  type?: "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";
  decline_code?: string | undefined;
  /** The failed payment of a card error: ids and objects. */
  charge?: string | undefined;
  payment_intent?: object | undefined;
  payment_method?: object | undefined;
  /** Commits the changes that the call made before it failed, for example a declined charge. */
  keeps?: boolean;
};

type Template = Detail & { message: string; status?: number };

/** An error that becomes a response in Stripe's error format. */
export type StripeError = Error & Detail & { readonly stripe: true; readonly status: number };

export function stripeError(status: number, message: string, detail: Detail = {}): StripeError {
  return Object.assign(new Error(message), { stripe: true as const, status, ...detail });
}

/** The error of this name in `errors.json`, by default with status 400. */
export function refusal(
  name: keyof typeof errors,
  values: Record<string, string | number | null> = {},
  more: Detail = {},
): StripeError {
  const { message, status = 400, ...known }: Template = errors[name] as Template;
  const text = message.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key]));
  return stripeError(status, text, { ...known, ...more });
}

/** Stripe's error for an invalid parameter. */
export function invalid(message: string, param?: string, code?: string): StripeError {
  return stripeError(400, message, { param, code });
}

/** Stripe's error for an unknown id, `resource_missing`: 404 in the path and 400 in a parameter. */
export function noSuch(noun: string, id: string, param: string, status: 400 | 404): StripeError {
  return stripeError(status, `No such ${noun}: '${id}'`, { code: "resource_missing", param });
}

/** False for a defect of the sandbox. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && "stripe" in error && error.stripe === true;
}

export function errorBody(error: StripeError) {
  const { type = "invalid_request_error", message, code, param } = error;
  const { charge, decline_code, payment_intent, payment_method } = error;
  const doc_url = code && `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
  const payment = { charge, decline_code, payment_intent, payment_method };
  return { error: { type, message, code, doc_url, param, ...payment } };
}
