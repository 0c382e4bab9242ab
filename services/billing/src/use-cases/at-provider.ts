import { AppError, isKind } from "@orbline/kit/errors";
import { within } from "./within.ts";

/** Less than the gateway waits for us. */
const deadlineMs = 20_000;

/**
 * Does at the payment provider what a user asked for about the own subscription.
 * @throws unavailable, in words for who does not pay just now, while the provider does not answer
 */
export const atProvider = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await within(deadlineMs, work());
  } catch (error) {
    if (!isKind(error, "unavailable")) throw error;
    const text = "The payment provider does not answer right now. Please try again in a moment.";
    const details = { retryAfterSeconds: 5, cause: error };
    throw new AppError("unavailable", "payments.unavailable", text, details);
  }
};
