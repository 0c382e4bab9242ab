import { isKind } from "@orbline/kit/errors";
import { registerUser } from "../domain/user.ts";
import type { Account, Clock, Users } from "./ports.ts";

/** A checkout by e-mail alone. */
export type OpenCheckoutAccount = {
  email: string;
  checkoutId: string;
  termsAccepted?: boolean | undefined;
  affiliateCode?: string | undefined;
};

/** The account with the checkout's e-mail, and whether this checkout opened it and nobody has claimed it since. */
export type CheckoutAccount = { account: Account; created: boolean };

const found = (account: Account, checkoutId: string): CheckoutAccount => {
  const { openedByCheckout, passwordHash } = account.user;
  return { account, created: openedByCheckout === checkoutId && passwordHash === undefined };
};

/** Opens an account without a password for an e-mail that nobody has. Safe to repeat. @throws unavailable */
export const openCheckoutAccount =
  ({ users, clock }: { users: Users; clock: Clock }) =>
  async ({ checkoutId, ...input }: OpenCheckoutAccount): Promise<CheckoutAccount> => {
    const known = await users.findByEmail(input.email);
    if (known) return found(known, checkoutId);
    const id = users.nextId();
    const username = `player-${id.slice(-12)}`;
    const account = { ...input, id, username, role: "user", openedByCheckout: checkoutId } as const;
    try {
      return { account: await users.add(registerUser(account, clock.now())), created: true };
    } catch (error) {
      const winner = isKind(error, "conflict") && (await users.findByEmail(input.email));
      if (!winner) throw error;
      return found(winner, checkoutId);
    }
  };
