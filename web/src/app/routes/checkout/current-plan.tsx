import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { plans } from "@orbline/proto/constants/plans";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { LoadingState } from "#/components/feedback/states.tsx";
import { FormPage } from "#/components/layout/form-page.tsx";
import { Link } from "#/components/ui/link.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { messages } from "#/features/checkout/messages.ts";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/status.ts";
import { useBreak } from "#/shared/guardrails.ts";

// Few users see them, on pages that most visitors open to buy a plan.
const PlanPanel = lazy(async () => ({
  default: (await import("#/features/subscription/plan-panel.tsx")).PlanPanel,
}));
const BreakNotice = lazy(async () => ({
  default: (await import("#/components/betting/break-notice.tsx")).BreakNotice,
}));

/**
 * The user and the subscription. `hasPlan` is false for access that an admin granted, beside which a plan can be bought, but
 * not during a self-exclusion.
 */
export function useSubscription() {
  const { data: user, isPending } = useQuery(currentUserQuery);
  const { data: status, isLoading } = useQuery({
    ...subscriptionStatusQuery,
    enabled: Boolean(user),
  });
  const exclusion = useBreak(Boolean(user));
  const hasAccess = isSubscribed(status);
  return {
    user,
    status,
    isLoading: isPending || isLoading || exclusion.isLoading,
    hasAccess,
    isExcluded: exclusion.isSelfExclusion,
    hasPlan: hasAccess && plans.some((plan) => plan === status?.plan),
  };
}

/** A checkout page for a user whom a checkout would refuse: with the plan, or with the end of the self-exclusion. */
export function PlanPage({ title, hasPlan }: { title: string; hasPlan: boolean }) {
  return (
    <FormPage title={title} lead={hasPlan ? messages.alreadySubscribedText : undefined} bare>
      <InsteadOfOrder hasPlan={hasPlan} />
    </FormPage>
  );
}

/** The plan of a user whom a checkout would refuse, or the end of the self-exclusion. */
export function InsteadOfOrder({ hasPlan }: { hasPlan: boolean }) {
  return (
    <Suspense fallback={<LoadingState />}>{hasPlan ? <CurrentPlan /> : <BreakNotice />}</Suspense>
  );
}

/** The plan of a subscriber with its charges and changes, in place of an order for another one. It suspends. */
export function CurrentPlan() {
  return (
    <Box display="grid" gap={3} gridTemplateColumns="minmax(0, 1fr)">
      <PlanPanel />
      <chakra.p textStyle="small" color="fg.muted">
        {messages.invoicesIn} <Link to="/account">{messages.toAccount}</Link>.
      </chakra.p>
    </Box>
  );
}
