/** The error types of Stripe's API that the sandbox answers with. */
export type StripeErrorType =
  | "invalid_request_error"
  | "idempotency_error"
  | "api_error"
  | "card_error";

type Detail = {
  code?: string;
  param?: string;
  type?: StripeErrorType;
  /** What the call did before it failed stays, as a declined charge does. */
  keeps?: boolean;
};

/** An error that is answered in the shape of Stripe's error body. */
export type StripeError = Error & {
  readonly stripe: true;
  readonly status: number;
  readonly type: StripeErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly keeps: boolean;
};

/** Makes an error with an HTTP status and the fields of Stripe's error body. */
export const stripeError = (status: number, message: string, detail: Detail = {}): StripeError =>
  Object.assign(new Error(message), {
    stripe: true as const,
    status,
    type: detail.type ?? ("invalid_request_error" as const),
    code: detail.code,
    param: detail.param,
    keeps: detail.keeps ?? false,
  });

/** Stripe's answer to an id that names nothing: 404, `resource_missing`. */
export const noSuch = (noun: string, id: string, param = "id") =>
  stripeError(404, `No such ${noun}: '${id}'`, { code: "resource_missing", param });

/** Tells a deliberate Stripe answer from a defect of the sandbox. */
export const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && "stripe" in error && error.stripe === true;

/** The JSON body of an error, as the official clients parse it. */
export const errorBody = (error: StripeError) => ({
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
});
