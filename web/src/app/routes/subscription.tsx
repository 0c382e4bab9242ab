import { useQuery } from "@tanstack/react-query";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { PremiumPackage } from "#/features/checkout/components/premium-package.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/api.ts";
import { checkoutTexts } from "#/texts/checkout.ts";
import { useAccountEmail } from "#/features/auth/account-email.ts";

/** The Premium Package page. */
export const SubscriptionPage = () => {
  usePageTitle(checkoutTexts.premiumPackage);
  const { data: user } = useQuery(currentUserQuery);
  const { data: status } = useQuery({ ...subscriptionStatusQuery, enabled: Boolean(user) });
  return <PremiumPackage accountEmail={useAccountEmail()} hasPlan={isSubscribed(status)} />;
};
