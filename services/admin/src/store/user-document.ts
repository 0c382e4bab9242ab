import type { AccountState, Subscription } from "../domain/user-view.ts";

/** A stored user; the account's fields are absent until identity's event arrives. */
export type UserDocument = Partial<AccountState> & {
  _id: string;
  accountSeq: number;
  /** Username and email in lower case, for searches. */
  usernameKey?: string | undefined;
  emailKey?: string | undefined;
  subscriptionSeq: number;
  subscription: Subscription;
};
