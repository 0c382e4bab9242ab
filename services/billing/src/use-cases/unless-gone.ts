import { AppError, isKind } from "@orbline/kit/errors";
import type { BillingDeps, Payments } from "./ports.ts";

/** What it takes to ask whether the account at the provider is ours. */
export type AskDeps = Pick<BillingDeps, "records"> & { payments: Pick<Payments, "findPayment"> };

/**
 * Makes sure that what the payment provider does not know is gone, and not only unknown to the account we ask: that
 * one knows our newest payment that succeeded. Without another payment there is nothing to tell it by.
 * @throws internal when it is another account
 */
export const confirmGone = async (
  { records, payments }: AskDeps,
  objectId: string,
): Promise<void> => {
  const { rows } = await records.list({ limit: 2, status: "succeeded" });
  const known = rows.find(({ id }) => id !== objectId);
  if (!known) return;
  try {
    await payments.findPayment(known.id);
  } catch (cause) {
    if (!isKind(cause, "not-found")) throw cause;
    const text = `The payment provider knows neither ${objectId} nor our newest payment ${known.id}: the key in STRIPE_SECRET_KEY belongs to another account. Set the key of the account that took our payments; until then everything stays owed.`;
    throw new AppError("internal", "payments.other-account", text, { cause });
  }
};

/**
 * Does something at the payment provider, and once more where it does not know what it is about, because it may have
 * been another account that did not know it. @throws not-found when ours does not know it (any more), internal when we
 * ask another account than the one that took our payments
 */
export const askOurAccount =
  (deps: AskDeps) =>
  async <T>(objectId: string, call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (cause) {
      if (!isKind(cause, "not-found")) throw cause;
      await confirmGone(deps, objectId);
    }
    return call();
  };

/**
 * Does something owed at the payment provider, unless the provider does not know what it is about (any more): that
 * would fail however often it is tried, so it ends here, undefined, and the operators are told what was not done.
 * @throws internal when we ask another account than the one that took our payments
 */
export const unlessGone =
  (deps: AskDeps & Pick<BillingDeps, "report">) =>
  async <T>(
    { what, objectId }: { what: string; objectId: string },
    call: () => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await askOurAccount(deps)(objectId, call);
    } catch (cause) {
      if (!isKind(cause, "not-found")) throw cause;
      const text = `${what}: given up, because the payment provider does not know it`;
      deps.report(new AppError("not-found", "payments.gone", text, { cause }));
      return undefined;
    }
  };
