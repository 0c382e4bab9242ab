import type { BillingDeps, Invoice } from "./ports.ts";
import { within } from "./within.ts";

const deadlineMs = 20_000;

/** A user's bills at the provider, newest first, at most 100; none for who has never bought. @throws unavailable */
export const listInvoices =
  ({ subscriptions, payments }: Pick<BillingDeps, "subscriptions" | "payments">) =>
  async (userId: string): Promise<Invoice[]> => {
    const customerId = (await subscriptions.find(userId))?.state.customerId;
    return customerId ? within(deadlineMs, payments.listInvoices(customerId)) : [];
  };
