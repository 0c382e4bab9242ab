import type { Plan } from "./plans.ts";

/** Pages that a checkout may return to; their paths stand in the HTTP layer's table. */
export type ReturnPages = "subscription" | "simplified";

/** One attempt to buy; the provider's session carries its id as `client_reference_id`. */
export type Checkout = {
  id: string;
  userId: string;
  plan: Plan;
  /** Which form or button it came from. */
  source: string;
  affiliateCode?: string;
  /** starting: the provider has not answered (yet); replaced: its page was closed for a newer checkout. */
  status: "starting" | "open" | "paid" | "replaced";
  sessionId?: string;
  /** The provider's hosted page. */
  url?: string;
  createdAt: Date;
};

/** A new checkout that still has to be opened at the provider. */
export const newCheckout = (
  fields: Pick<Checkout, "id" | "userId" | "plan" | "source" | "affiliateCode" | "createdAt">,
): Checkout => ({ ...fields, status: "starting" });
