import { plans } from "@orbline/proto/constants/plans";
import { useSearchParams } from "react-router";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { PremiumPackage } from "#/features/checkout/premium-package.tsx";
import { messages } from "#/features/checkout/messages.ts";
import { CurrentPlan, PlanPage, useSubscription } from "./current-plan.tsx";

/** The Premium Package page. `?plan=` chooses a plan; at first it is the recommended one. */
export function SubscriptionPage() {
  usePageTitle(messages.premiumPackage);
  const { user, status, isLoading, hasAccess, hasPlan, isExcluded } = useSubscription();
  const [query] = useSearchParams();
  const wanted = plans.find((plan) => plan === query.get("plan"));
  if (isExcluded && !hasPlan) return <PlanPage title={messages.premiumPackage} hasPlan={false} />;
  return (
    <PremiumPackage
      // The home of visitors would be the sign-in page.
      home={user ? "/" : "/welcome"}
      accountEmail={user?.email ?? undefined}
      isLoading={isLoading}
      currentPlan={hasPlan && <CurrentPlan />}
      hasAccess={hasAccess}
      initialPlan={wanted ?? "trial"}
      trialUsed={status?.trialUsed ?? false}
    />
  );
}
