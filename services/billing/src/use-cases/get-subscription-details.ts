import { isKind } from "@orbline/kit/errors";
import { isBuyer, type Viewer } from "../domain/viewer.ts";
import type { ProviderSession } from "../domain/provider.ts";
import type { BillingDeps } from "./ports.ts";
import { within } from "./within.ts";

const deadlineMs = 20_000;

/** Plan, status and paid period behind a session. */
export type SubscriptionDetails = {
  plan: string;
  status: string;
  periodStart?: Date;
  periodEnd?: Date;
  nextAttemptAt?: Date;
};

const describe = (plan: string, session: ProviderSession): SubscriptionDetails => {
  const { subscription } = session;
  if (!subscription) return { plan, status: "active", periodStart: session.createdAt };
  const { status, periodStart, periodEnd, nextAttemptAt } = subscription;
  return { plan, status, periodStart, periodEnd, ...(nextAttemptAt && { nextAttemptAt }) };
};

const ifKnown = (error: unknown): undefined => {
  if (!isKind(error, "not-found")) throw error;
};

/** What was bought in a session, for the buyer alone; everybody else learns only whether it was paid. */
export const getSubscriptionDetails =
  ({ payments, checkouts }: Pick<BillingDeps, "payments" | "checkouts">) =>
  async (
    sessionId: string,
    viewer: Viewer,
  ): Promise<{ success: boolean; details?: SubscriptionDetails }> => {
    const checkout = await checkouts.findBySession(sessionId);
    if (!checkout) return { success: false };
    const session = await within(deadlineMs, payments.findSession(sessionId)).catch(ifKnown);
    if (!session) return { success: false };
    const success = session.isComplete && session.isPaid;
    if (!success || !isBuyer(checkout, viewer)) return { success };
    return { success, details: describe(checkout.plan, session) };
  };
