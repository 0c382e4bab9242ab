import type { AdminUser, AdminUserDetails } from "@orbline/proto/http/admin";
import type { UserView } from "../domain/user-view.ts";
import type { SubscriptionDetails } from "../use-cases/ports.ts";

/** A row of the admin list. */
export const toAdminUser = (user: UserView): AdminUser => ({
  id: user.id,
  username: user.username,
  email: user.email ?? null,
  role: user.role,
  subscriptionStatus: user.status,
  subscriptionTier: user.role === "admin" ? "admin" : user.tier,
  subscriptionEndDate: user.endDate?.toISOString() ?? null,
});

/** The admin dialog's details. */
export const toAdminUserDetails = (
  user: UserView,
  { customerId, subscriptionId, provider }: SubscriptionDetails,
): AdminUserDetails => ({
  ...toAdminUser(user),
  userId: user.id,
  stripeCustomerId: customerId ?? null,
  stripeSubscriptionId: subscriptionId ?? null,
  stripeDetails: provider
    ? {
        status: provider.status,
        currentPeriodEnd: provider.currentPeriodEnd?.toISOString() ?? null,
        cancelAtPeriodEnd: provider.cancelAtPeriodEnd,
        plan: provider.plan,
        ...(provider.error && { error: provider.error }),
      }
    : null,
});
