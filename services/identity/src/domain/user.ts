/** Id of an account: `usr_` and 32 hex digits. */
export type UserId = string & { readonly brand: "UserId" };

/** Accounts are users, but for those that the admin:create command makes. */
export type Role = "user" | "admin";

/** An account. The e-mail is lower-cased; the username keeps its case and is unique without regard to it. */
export type User = {
  id: UserId;
  username: string;
  email: string | undefined;
  emailVerified: boolean;
  phone: string | undefined;
  role: Role;
  passwordHash: string;
  termsAcceptedAt: Date | undefined;
  createdAt: Date;
};

/** What happened to an account, and how it stands after. */
export type UserChange = { eventType: "user.registered" | "user.updated"; state: User };

/** What a new account is made of. */
export type NewUser = {
  id: UserId;
  username: string;
  email?: string | undefined;
  phone?: string | undefined;
  role: Role;
  passwordHash: string;
  termsAccepted?: boolean | undefined;
};

/** What checkout forms send when the phone was left empty. */
const phonePlaceholder = "000-000-0000";

/** A new account as it starts: no verified e-mail, consent dated when it was given. */
export const registerUser = (
  { id, username, email, phone, role, passwordHash, termsAccepted }: NewUser,
  now: Date,
): UserChange => ({
  eventType: "user.registered",
  state: {
    id,
    username,
    email: email?.toLowerCase(),
    emailVerified: false,
    phone: phone === phonePlaceholder ? undefined : phone,
    role,
    passwordHash,
    termsAcceptedAt: termsAccepted ? now : undefined,
    createdAt: now,
  },
});

/** The same password, hashed anew. */
export const replacePasswordHash = (user: User, passwordHash: string): UserChange => ({
  eventType: "user.updated",
  state: { ...user, passwordHash },
});
