import { AppError } from "@orbline/kit/errors";
import { atProvider } from "./at-provider.ts";
import type { BillingDeps } from "./ports.ts";

/**
 * Opens the provider's page on which a user manages cards and bills; answers its address.
 * @throws conflict for who has never bought, unavailable while the provider does not answer
 */
export const openPortal =
  ({ subscriptions, payments }: Pick<BillingDeps, "subscriptions" | "payments">) =>
  async (userId: string): Promise<string> => {
    const customerId = (await subscriptions.find(userId))?.state.customerId;
    if (!customerId) {
      const text = "There is nothing to manage yet. Please subscribe first.";
      throw new AppError("conflict", "portal.no-customer", text);
    }
    return atProvider(() => payments.openPortal(customerId));
  };
