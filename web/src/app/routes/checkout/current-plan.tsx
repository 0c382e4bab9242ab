import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { plans } from "@orbline/proto/constants/plans";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Link } from "#/components/ui/link.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { messages } from "#/features/checkout/messages.ts";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/status.ts";

// Subscribers alone see it, on pages that most visitors open to buy a plan.
const PlanPanel = lazy(async () => ({
  default: (await import("#/features/subscription/plan-panel.tsx")).PlanPanel,
}));

/** The user and the subscription. `hasPlan` is false for access that an admin granted, beside which a plan can be bought. */
export function useSubscription() {
  const { data: user, isPending } = useQuery(currentUserQuery);
  const { data: status, isLoading } = useQuery({
    ...subscriptionStatusQuery,
    enabled: Boolean(user),
  });
  const hasAccess = isSubscribed(status);
  return {
    user,
    status,
    isLoading: isPending || isLoading,
    hasAccess,
    hasPlan: hasAccess && plans.some((plan) => plan === status?.plan),
  };
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
