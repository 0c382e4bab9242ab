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

/** A buyer who gives an e-mail alone, with the SHA-256 of what the browser's checkout cookie will hold. */
export type NewGuest = { email: string; termsAccepted?: boolean; secretHash: string };
