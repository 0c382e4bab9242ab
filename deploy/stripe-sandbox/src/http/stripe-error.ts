type StripeErrorType = "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";

type Detail = {
  code?: string;
  param?: string;
  type?: StripeErrorType;
  /** Commits the changes that the call made before it failed, for example a declined charge. */
  keeps?: boolean;
};

/** An error that becomes a response in Stripe's error format. */
export type StripeError = Error & {
  readonly stripe: true;
  readonly status: number;
  readonly type: StripeErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly keeps: boolean;
};

export function stripeError(status: number, message: string, detail: Detail = {}): StripeError {
  return Object.assign(new Error(message), {
    stripe: true as const,
    status,
    type: detail.type ?? ("invalid_request_error" as const),
    code: detail.code,
    param: detail.param,
    keeps: detail.keeps ?? false,
  });
}

/** Stripe's error for an unknown id: 404, `resource_missing`. */
export function noSuch(noun: string, id: string, param = "id") {
  return stripeError(404, `No such ${noun}: '${id}'`, { code: "resource_missing", param });
}

/** False for a defect of the sandbox. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && "stripe" in error && error.stripe === true;
}

export function errorBody(error: StripeError) {
  return {
    error: {
      type: error.type,
      message: error.message,
      ...(error.code === undefined
        ? {}
        : {
            code: error.code,
            doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}`,
          }),
      ...(error.param === undefined ? {} : { param: error.param }),
    },
  };
}
