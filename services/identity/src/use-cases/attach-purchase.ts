import { isKind } from "@orbline/kit/errors";
import type { UserId } from "../domain/user.ts";
import type { Purchases } from "./ports.ts";

/**
 * Attaches a purchase by e-mail alone to the account of who has proved to read that address's mails; the account is
 * the owner's also when the purchase was given back meanwhile. Safe to repeat. @throws unavailable
 */
export const attachPurchase =
  (purchases: Purchases) =>
  async (purchase: { checkoutId: string; userId: UserId }): Promise<void> => {
    try {
      await purchases.claim(purchase);
    } catch (error) {
      if (!isKind(error, "not-found")) throw error;
    }
  };
