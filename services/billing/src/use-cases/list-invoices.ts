import { customersOf } from "../domain/customers.ts";
import { atProvider } from "./at-provider.ts";
import type { Invoice } from "../domain/provider.ts";
import type { BillingDeps } from "./ports.ts";

const most = 100;

/**
 * A user's bills at the provider, newest first, at most 100, of every customer that the user is or was there; none for
 * who has never bought. @throws unavailable
 */
export const listInvoices =
  ({ subscriptions, payments }: Pick<BillingDeps, "subscriptions" | "payments">) =>
  async (userId: string): Promise<Invoice[]> => {
    const state = (await subscriptions.find(userId))?.state;
    const customers = state ? customersOf(state) : [];
    const found = await atProvider(() => Promise.all(customers.map(payments.listInvoices)));
    return found
      .flat()
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      .slice(0, most);
  };
