import type { Account as AccountMessage } from "@orbline/proto/gen/identity/v1/Account";
import type { Account } from "../use-cases/ports.ts";

/** An account as other services see it, field by field. */
export const toAccountMessage = ({ user, version }: Account): AccountMessage => ({
  id: user.id,
  username: user.username,
  ...(user.email !== undefined && { email: user.email }),
  emailVerified: user.emailVerified,
  ...(user.phone !== undefined && { phone: user.phone }),
  role: user.role,
  createdAtMs: user.createdAt.getTime(),
  version,
  hasPassword: user.passwordHash !== undefined,
  ...(user.affiliateCode !== undefined && { affiliateCode: user.affiliateCode }),
});
