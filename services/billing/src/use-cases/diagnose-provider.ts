import type { BillingDeps, Payments } from "./ports.ts";

/** Whether the payment provider answers now, and which of its modes is configured; never throws for an outage. */
export const diagnoseProvider =
  ({ payments }: Pick<BillingDeps, "payments">) =>
  async (): Promise<{ reachable: boolean; mode: Payments["mode"] }> => {
    const reachable = await payments.findPrices().then(
      () => true,
      () => false,
    );
    return { reachable, mode: payments.mode };
  };
