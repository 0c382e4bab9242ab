import type { BillingDeps } from "./ports.ts";

type Deps = Pick<BillingDeps, "payments"> & {
  sync: (subscriptionId: string) => Promise<boolean>;
  record: (paymentId: string) => Promise<boolean>;
};

/**
 * Takes over what the provider says now of a bill: its subscription and each payment of it. Answers false when it is
 * not one of ours. @throws not-found, unavailable
 */
export const recordInvoice =
  ({ payments, sync, record }: Deps) =>
  async (invoiceId: string): Promise<boolean> => {
    const { subscriptionId, paymentIds } = await payments.findInvoice(invoiceId);
    let hadEffect = false;
    for (const paymentId of paymentIds) hadEffect = (await record(paymentId)) || hadEffect;
    if (paymentIds.length > 0 || !subscriptionId) return hadEffect;
    return sync(subscriptionId);
  };
