import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";

/** Stripe returns 404 for an unknown id in the path, and 400 with this code for one in a parameter. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.statusCode === 404 || error.code === "resource_missing")
  );
}

/** The rows of a list; none when the object that it is filtered by is missing. */
export async function rowsOf<T>(list: Promise<{ data: T[] }>): Promise<T[]> {
  try {
    return (await list).data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Runs a call to Stripe and maps its errors: not-found, unavailable, or internal for our own mistakes. */
export async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translate(error);
  }
}

/** Iterates over a list of Stripe and maps errors as `translateErrors` does. */
export async function* translatePages<T>(pages: AsyncIterator<T>): AsyncGenerator<T> {
  for (;;) {
    const next = await translateErrors(() => pages.next());
    if (next.done) return;
    yield next.value;
  }
}

function translate(error: unknown): AppError {
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
  const isWithoutAnswer = error instanceof Stripe.errors.StripeConnectionError;
  const isOutage =
    isWithoutAnswer ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError;
  return isOutage
    ? new AppError(
        "unavailable",
        isWithoutAnswer ? "payments.no-answer" : "payments.unavailable",
        "There was a problem setting up payment. Please try again.",
        { cause: error, retryAfterSeconds: 5 },
      )
    : new AppError("internal", "payments.failed", "payment provider call failed", { cause: error });
}
