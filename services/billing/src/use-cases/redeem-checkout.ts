import { AppError } from "@orbline/kit/errors";
import { checkoutLoginMs } from "../domain/claims.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";
import { within } from "./within.ts";

const deadlineMs = 8_000;

type Deps = Pick<BillingDeps, "checkouts" | "clock"> & {
  fulfil: (sessionId: string) => Promise<Fulfilment>;
};

const nothingHere = () =>
  new AppError("not-found", "checkout.no-login", "There is nothing to sign in to.");

/**
 * Answers the account that a paid checkout by e-mail alone has opened, once and within two hours, for the browser
 * that holds its secret. @throws not-found for anybody else, conflict while it is not paid, unavailable
 */
export const redeemCheckout =
  ({ checkouts, clock, fulfil }: Deps) =>
  async ({ sessionId, secretHash }: { sessionId: string; secretHash: string }): Promise<string> => {
    const known = await checkouts.findBySession(sessionId);
    if (known?.guest?.secretHash !== secretHash) throw nothingHere();
    const now = clock.now();
    const isOver = now.getTime() - known.createdAt.getTime() > checkoutLoginMs;
    if (isOver || known.guest.loginUsedAt || known.guest.claimedAt) throw nothingHere();
    const fulfilment = await within(deadlineMs, fulfil(sessionId));
    if (fulfilment.kind === "unpaid")
      throw new AppError("conflict", "checkout.unpaid", "This checkout is not paid yet.");
    if (fulfilment.kind !== "fulfilled" || !(await checkouts.useLogin(known.id, now)))
      throw nothingHere();
    return fulfilment.checkout.userId;
  };
