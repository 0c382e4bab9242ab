import { AppError, isKind } from "@orbline/kit/errors";
import type { BillingDeps } from "./ports.ts";

/**
 * Does something owed at the payment provider, unless the provider does not know what it is about (any more): that
 * would fail however often it is tried, so it ends here, undefined, and the operators are told what was not done.
 */
export const unlessGone =
  ({ report }: Pick<BillingDeps, "report">) =>
  async <T>(what: string, call: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await call();
    } catch (cause) {
      if (!isKind(cause, "not-found")) throw cause;
      const text = `${what}: given up, because the payment provider does not know it`;
      report(new AppError("not-found", "payments.gone", text, { cause }));
      return undefined;
    }
  };
