import { atProvider } from "./at-provider.ts";
import type { Invoice } from "../domain/provider.ts";
import type { BillingDeps } from "./ports.ts";

/** A user's bills at the provider, newest first, at most 100; none for who has never bought. @throws unavailable */
export const listInvoices =
  ({ subscriptions, payments }: Pick<BillingDeps, "subscriptions" | "payments">) =>
  async (userId: string): Promise<Invoice[]> => {
    const customerId = (await subscriptions.find(userId))?.state.customerId;
    return customerId ? atProvider(() => payments.listInvoices(customerId)) : [];
  };
