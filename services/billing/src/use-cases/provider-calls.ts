import { AppError, isKind } from "@orbline/kit/errors";
import type { BillingDeps } from "./ports.ts";

/** Less than the gateway's timeout. */
const deadlineMs = 20_000;

/**
 * Waits at most `timeoutMs` for the payment provider. The call continues in the background and is safe to repeat.
 * @throws unavailable when it takes longer
 */
export async function withTimeout<T>(timeoutMs: number, call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const text = "There was a problem setting up payment. Please try again.";
    const cause = new DOMException("the payment provider took too long", "TimeoutError");
    const details = { retryAfterSeconds: 5, cause };
    late.reject(new AppError("unavailable", "payments.slow", text, details));
  }, timeoutMs);
  try {
    return await Promise.race([call, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls the payment provider outside a checkout.
 * @throws unavailable, with a text that does not mention a payment, when the provider does not respond
 */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(deadlineMs, call());
  } catch (error) {
    if (!isKind(error, "unavailable")) throw error;
    const text = "The payment provider is not responding right now. Please try again in a moment.";
    const details = { retryAfterSeconds: 5, cause: error };
    throw new AppError("unavailable", "payments.unavailable", text, details);
  }
}

/**
 * Calls the payment provider about an object that may be missing. Reports a missing object and returns undefined,
 * because every further attempt would fail.
 */
export async function ignoreMissing<T>(
  { report }: Pick<BillingDeps, "report">,
  what: string,
  call: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await call();
  } catch (cause) {
    if (!isKind(cause, "not-found")) throw cause;
    const text = `${what}: skipped, because the payment provider does not know it`;
    report(new AppError("not-found", "payments.gone", text, { cause }));
    return undefined;
  }
}
