/** An account as identity knows it. */
export type Account = {
  id: string;
  username: string;
  email?: string;
  emailVerified: boolean;
  phone?: string;
  role: "user" | "admin";
  createdAt: Date;
};

/** A request to open an account together with a checkout. */
export type NewAccount = {
  username: string;
  password: string;
  email?: string;
  phone?: string;
  termsAccepted?: boolean;
  userAgent?: string;
};
