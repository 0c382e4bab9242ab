import { isKind } from "@orbline/kit/errors";
import type { Checkout } from "../domain/checkout.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";
import { confirmGone } from "./unless-gone.ts";

type Deps = Pick<BillingDeps, "checkouts" | "payments" | "records" | "report"> & {
  fulfil: (sessionId: string) => Promise<Fulfilment>;
};

const close = async (deps: Deps, { id, sessionId }: Checkout) => {
  const { checkouts, payments, fulfil } = deps;
  try {
    const isPaid = sessionId && (await payments.closeSession(sessionId)) === "complete";
    if (isPaid) await fulfil(sessionId);
    else await checkouts.replace(id);
  } catch (error) {
    if (!isKind(error, "not-found")) throw error;
    await confirmGone(deps, sessionId ?? id);
    await checkouts.replace(id);
  }
};

/**
 * Closes hosted pages at the provider; one that turns out to be paid has its effect instead. What fails stays
 * open: the next checkout tries again, and should both be paid, fulfilment undoes the second. A page that the provider
 * does not know is closed, unless the account is not the one that took our payments.
 */
export const closeCheckouts =
  (deps: Deps) =>
  async (open: Checkout[]): Promise<void> => {
    for (const checkout of open) await close(deps, checkout).catch(deps.report);
  };
