import { plans } from "@orbline/proto/constants/plans";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { PremiumPackage } from "#/features/checkout/premium-package.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/status.ts";
import { useAccountEmail } from "#/features/auth/api.ts";
import { messages } from "#/features/checkout/messages.ts";

/** The Premium Package page. `?plan=` chooses a plan; at first it is the recommended one. */
export function SubscriptionPage() {
  usePageTitle(messages.premiumPackage);
  const { data: user, isPending } = useQuery(currentUserQuery);
  const { data: status, isLoading } = useQuery({
    ...subscriptionStatusQuery,
    enabled: Boolean(user),
  });
  const [query] = useSearchParams();
  const wanted = plans.find((plan) => plan === query.get("plan"));
  return (
    <PremiumPackage
      // The home of visitors would be the sign-in page.
      home={user ? "/" : "/welcome"}
      accountEmail={useAccountEmail()}
      isLoading={isPending || isLoading}
      subscription={status && isSubscribed(status) ? status : undefined}
      initialPlan={wanted ?? "trial"}
      trialUsed={status?.trialUsed ?? false}
    />
  );
}
