import type { Plan } from "./plans.ts";

/** An account as identity knows it. */
export type Account = {
  id: string;
  username: string;
  email?: string;
  emailVerified: boolean;
  hasPassword: boolean;
  phone?: string;
  role: "user" | "admin";
  createdAt: Date;
  /** The affiliate's code that came with the registration. */
  affiliateCode?: string;
};

/** A request to open an account together with a checkout. */
export type NewAccount = {
  username: string;
  password: string;
  email?: string;
  phone?: string;
  termsAccepted?: boolean;
  userAgent?: string;
  affiliateCode?: string;
};

/** A request to open an account for an e-mail that has paid. */
export type OpenAccount = {
  email: string;
  checkoutId: string;
  termsAccepted?: boolean;
  affiliateCode?: string;
};

/** A link to a purchase, for the address that paid as long as the account has it; `reminder` counts from 0. */
export type ClaimLink = {
  userId: string;
  checkoutId: string;
  plan: Plan;
  reminder: number;
  email: string;
};

/** A buyer who gives an e-mail alone, with the SHA-256 of what the browser's checkout cookie will hold. */
export type NewGuest = { email: string; termsAccepted?: boolean; secretHash: string };
