import { isKind } from "@orbline/kit/errors";
import type { BillingDeps, ProviderSession } from "./ports.ts";

/** Plan, status and paid period behind a session. */
export type SubscriptionDetails = {
  plan: string;
  status: string;
  periodStart?: Date;
  periodEnd?: Date;
};

const describe = (plan: string, session: ProviderSession): SubscriptionDetails => {
  const { subscription } = session;
  if (!subscription) return { plan, status: "active", periodStart: session.createdAt };
  const { status, periodStart, periodEnd } = subscription;
  return { plan, status, periodStart, periodEnd };
};

/** What was bought in a session, for the buyer alone; everybody else learns only whether it was paid. */
export const getSubscriptionDetails =
  ({ payments, checkouts }: Pick<BillingDeps, "payments" | "checkouts">) =>
  async (
    sessionId: string,
    callerId: string | undefined,
  ): Promise<{ success: boolean; details?: SubscriptionDetails }> => {
    const session = await payments.findSession(sessionId).catch((error: unknown) => {
      if (isKind(error, "not-found")) return undefined;
      throw error;
    });
    const checkout = session?.checkoutId ? await checkouts.find(session.checkoutId) : undefined;
    if (!session || !checkout) return { success: false };
    const success = session.isComplete && session.isPaid;
    if (!success || checkout.userId !== callerId) return { success };
    return { success, details: describe(checkout.plan, session) };
  };
