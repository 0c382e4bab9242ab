import { isKind } from "@orbline/kit/errors";
import { accessOf } from "../domain/access.ts";
import type { Plan } from "../domain/plans.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";

/** What the success page may say; the last group of fields is for the buyer alone. */
export type VerifiedCheckout = {
  success: boolean;
  error?: string;
  buyer?: { userId: string; email?: string; plan: Plan; tier: string };
};

type Deps = Pick<BillingDeps, "checkouts" | "accounts" | "clock" | "rules"> & {
  fulfil: (sessionId: string) => Promise<Fulfilment>;
};

const refusalTexts = {
  "trial-used":
    "This card has already had a free trial. Nothing was charged; please choose the monthly plan.",
  duplicate:
    "You already have an active subscription. This second payment was canceled and refunded.",
} as const;

const findRefusal = ({ refusals }: Subscription, subscriptionId: string | undefined) =>
  refusals.find((refusal) => refusal.subscriptionId === subscriptionId)?.reason;

const notPaid = "The payment for this checkout is not complete.";

/** Gives a paid session its effect and says how it stands; who is not the buyer learns `success` alone. */
export const verifyCheckout =
  (deps: Deps) =>
  async (sessionId: string, callerId: string | undefined): Promise<VerifiedCheckout> => {
    const fulfilment = await deps.fulfil(sessionId).catch((error: unknown) => {
      if (isKind(error, "not-found")) return { kind: "unknown" } as const;
      throw error;
    });
    if (fulfilment.kind === "unknown")
      return { success: false, error: "This checkout session is not known." };
    if (fulfilment.kind === "unpaid") return { success: false, error: notPaid };
    const { userId, subscription, session } = fulfilment;
    const refusal = findRefusal(subscription, session.subscription?.id);
    const isBuyer = callerId === userId;
    if (refusal) return { success: false, ...(isBuyer && { error: refusalTexts[refusal] }) };
    const access = accessOf(subscription, deps.clock.now(), deps.rules);
    if (!isBuyer) return { success: access.entitled };
    const account = await deps.accounts.find(userId);
    const checkout = await deps.checkouts.findBySession(sessionId);
    return {
      success: access.entitled,
      ...(!access.entitled && { error: notPaid }),
      buyer: {
        userId,
        plan: checkout?.plan ?? "monthly",
        tier: access.tier,
        ...(account.email && { email: account.email }),
      },
    };
  };
