import type { User } from "@orbline/proto/http/user";
import { shownSubscription } from "../domain/subscription.ts";
import type { Account } from "../use-cases/ports.ts";

/** An account as its owner sees it, field by field. */
export const toUserAnswer = ({ user, subscription }: Account, now: Date): User => {
  const { status, tier, endsAt } = shownSubscription(subscription, user.role, now);
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? null,
    emailVerified: user.emailVerified,
    hasPassword: user.passwordHash !== undefined,
    phone: user.phone ?? null,
    role: user.role,
    subscriptionTier: tier,
    subscriptionStatus: status,
    subscriptionEndDate: endsAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
};
