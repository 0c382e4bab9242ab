import { AppError } from "@orbline/kit/errors";

/**
 * Waits for the payment provider at most `deadlineMs`. What was begun goes on behind the answer and is safe to
 * repeat. @throws unavailable when it takes longer
 */
export const within = async <T>(deadlineMs: number, work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const text = "There was a problem setting up payment. Please try again.";
    const cause = new DOMException("the payment provider took too long", "TimeoutError");
    const details = { retryAfterSeconds: 5, cause };
    late.reject(new AppError("unavailable", "payments.slow", text, details));
  }, deadlineMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
