import { chakra } from "@chakra-ui/react/styled-system";
import { planTerms, type Plan } from "@orbline/proto/constants/plans";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day } from "#/lib/format.ts";
import { messages } from "./messages.ts";

type CurrentPlanProps = { plan: Plan; subscription: SubscriptionStatusResponse };

/** The plan that a subscriber has, in place of an order for another one. */
export function CurrentPlan({ plan, subscription }: CurrentPlanProps) {
  return (
    <Panel title={messages.yourPlan} ticks>
      <PanelBody display="grid" gap={4} justifyItems="start">
        <div>
          <chakra.p textStyle="h2">{messages.youAreOn[plan]}</chakra.p>
          <chakra.p color="fg.muted" mt={1}>
            {nextStep(plan, subscription)}
          </chakra.p>
        </div>
        <ButtonLink to="/account" variant="primary">
          {messages.managePlan}
        </ButtonLink>
      </PanelBody>
    </Panel>
  );
}

function nextStep(plan: Plan, subscription: SubscriptionStatusResponse): string {
  const { status, periodEnd, cancelAtPeriodEnd } = subscription;
  if (planTerms[plan].interval === "once") return messages.planStays;
  if (periodEnd === null) return "";
  const on = day(periodEnd);
  if (cancelAtPeriodEnd) return messages.planEnds(on);
  return status === "trialing" ? messages.trialEnds(on) : messages.planRenews(on);
}
