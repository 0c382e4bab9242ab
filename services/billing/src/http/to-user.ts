import type { User } from "@orbline/proto/http/user";
import type { Access } from "../domain/access.ts";
import type { Account } from "../domain/account.ts";

/** An account with its access, as the API answers a user. */
export const toUser = (account: Account, access: Access): User => ({
  id: account.id,
  username: account.username,
  email: account.email ?? null,
  emailVerified: account.emailVerified,
  hasPassword: account.hasPassword,
  phone: account.phone ?? null,
  role: account.role,
  subscriptionTier: account.role === "admin" ? "admin" : access.tier,
  subscriptionStatus: access.status,
  subscriptionEndDate: access.periodEnd?.toISOString() ?? null,
  createdAt: account.createdAt.toISOString(),
});
