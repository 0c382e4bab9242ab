import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";

/** Stripe answers 404 for an unknown id in the path, 400 with this code for one in a parameter. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.statusCode === 404 || error.code === "resource_missing");

const translate = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (isMissing(error))
    return new AppError(
      "not-found",
      "payments.not-found",
      "The payment provider does not know this.",
      {
        cause: error,
      },
    );
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError;
  return isOutage
    ? new AppError(
        "unavailable",
        "payments.unavailable",
        "There was a problem setting up payment. Please try again.",
        { cause: error, retryAfterSeconds: 5 },
      )
    : new AppError("internal", "payments.failed", "payment provider call failed", { cause: error });
};

/** Runs a call to Stripe; its errors become ours: not-found, unavailable, or internal for our own mistakes. */
export const translateErrors = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw translate(error);
  }
};

/** Goes through a list of Stripe's; errors become ours as in `translateErrors`. */
export async function* translatePages<T>(pages: AsyncIterator<T>): AsyncGenerator<T> {
  for (;;) {
    const next = await translateErrors(() => pages.next());
    if (next.done) return;
    yield next.value;
  }
}
