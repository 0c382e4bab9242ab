import { chakra } from "@chakra-ui/react/styled-system";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { ChargeTimeline } from "#/components/betting/charge-timeline.tsx";
import { QueryView } from "#/components/feedback/query-view.tsx";
import { Skeleton } from "#/components/feedback/states.tsx";
import { Badge } from "#/components/ui/badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { type Break, useBreak } from "#/shared/guardrails.ts";
import { notify } from "#/stores/toast-store.ts";
import { invoicesQuery, usePortal, useResumePlan } from "./api.ts";
import { subscriptionStatusQuery } from "./status.ts";
import { planMessages } from "./messages.ts";
import { summarizePlan, type PlanSummary } from "./plan-summary.ts";

const CancelPlanDialog = lazy(async () => ({
  default: (await import("./plan-dialogs.tsx")).CancelPlanDialog,
}));
const ChangePlanDialog = lazy(async () => ({
  default: (await import("./plan-dialogs.tsx")).ChangePlanDialog,
}));

/** The user's plan: explanation, charges and actions. A user who is excluded can neither buy, resume nor change one. */
export function PlanPanel() {
  // Asked for together with the plan. A break that is known later would move what is below.
  const { isLoading, ...running } = useBreak(true);
  return (
    <Panel title={planMessages.planTitle} ticks>
      <QueryView
        query={useQuery(subscriptionStatusQuery)}
        failed={planMessages.planFailed}
        skeleton={<Loading />}
        m={{ base: 4, md: 5 }}
      >
        {(subscription) =>
          isLoading ? <Loading /> : <Explained subscription={subscription} running={running} />
        }
      </QueryView>
    </Panel>
  );
}

function Loading() {
  return (
    <PanelBody role="status" aria-label={planMessages.loading} display="grid" gap={4}>
      <Skeleton width="180px" height={7} />
      <Skeleton />
      <Skeleton width="70%" />
      <Skeleton height={24} />
      {/* On phones the buttons take several rows. */}
      <Skeleton width={{ base: "full", sm: "140px" }} height={{ base: "160px", sm: 10 }} />
    </PanelBody>
  );
}

type ActionsProps = {
  summary: PlanSummary;
  subscription: SubscriptionStatusResponse;
  canBuy: boolean;
};

function Actions({ summary, subscription, canBuy }: ActionsProps) {
  const [canceling, setCanceling] = useState(false);
  const [changing, setChanging] = useState(false);
  const portal = usePortal();
  const resume = useResumePlan();
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      gap={3}
      css={{ "& > *": { flexGrow: { base: 1, sm: 0 } } }}
    >
      {summary.canResume && canBuy && (
        <Button
          variant="primary"
          onClick={() => resume.mutate({}, { onSuccess: announceResumed })}
          busyText={resume.isPending && planMessages.resuming}
        >
          {planMessages.resume}
        </Button>
      )}
      {(summary.needsCard || summary.canCancel || summary.canResume) && (
        <Button
          variant={summary.needsCard ? "primary" : "outline"}
          onClick={() => portal.mutate({})}
          busyText={portal.isPending && planMessages.opening}
        >
          {planMessages.changeCard}
        </Button>
      )}
      {summary.changesTo && canBuy && (
        <Button onClick={() => setChanging(true)}>
          {planMessages.changeTo[summary.changesTo]}
        </Button>
      )}
      {summary.canCancel && (
        <Button variant="danger" onClick={() => setCanceling(true)}>
          {planMessages.cancel}
        </Button>
      )}
      <Suspense>
        {changing && summary.changesTo && (
          <ChangePlanDialog
            to={summary.changesTo}
            isTrial={subscription.status === "trialing"}
            onClose={() => setChanging(false)}
          />
        )}
        {canceling && (
          <CancelPlanDialog subscription={subscription} onClose={() => setCanceling(false)} />
        )}
      </Suspense>
    </chakra.div>
  );
}

function announceResumed() {
  notify({ title: planMessages.resumedTitle, description: planMessages.resumed });
}

type ExplainedProps = {
  subscription: SubscriptionStatusResponse | null;
  running: Break;
};

function Explained({ subscription, running }: ExplainedProps) {
  const canBuy = !running.isSelfExclusion;
  // The summary does not wait for the invoices, which only add the retries of a failed charge.
  const { data } = useQuery(invoicesQuery);
  const [now] = useState(() => new Date());
  const summary = summarizePlan(subscription, data?.invoices ?? [], now, running);
  const acting = summary.canCancel || summary.canResume || summary.needsCard;
  return (
    <PanelBody display="grid" gap={5}>
      <div>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
          <chakra.h3 textStyle="h2">{summary.name}</chakra.h3>
          {subscription !== null && subscription.status !== "none" && (
            <StatusBadge subscription={subscription} />
          )}
        </chakra.div>
        <chakra.p color="fg.muted" mt={2} maxWidth="62ch">
          {summary.text}
        </chakra.p>
      </div>
      {summary.entries.length > 0 && <ChargeTimeline entries={summary.entries} />}
      {subscription !== null && acting && (
        <Actions summary={summary} subscription={subscription} canBuy={canBuy} />
      )}
      {(subscription === null || summary.name === planMessages.noPlan) && !acting && canBuy && (
        <div>
          <ButtonLink to="/subscription" variant="primary">
            {planMessages.seePlans}
          </ButtonLink>
        </div>
      )}
    </PanelBody>
  );
}

function StatusBadge({ subscription }: { subscription: SubscriptionStatusResponse }) {
  const { icon: Icon, tone, word } = statusOf(subscription);
  return (
    <Badge tone={tone}>
      <Icon size={14} aria-hidden />
      {word}
    </Badge>
  );
}

function statusOf({ status, graceUntil, cancelAtPeriodEnd }: SubscriptionStatusResponse) {
  const { statuses } = planMessages;
  if (graceUntil !== null || status === "past_due")
    return { icon: TriangleAlert, tone: "warm", word: statuses.past_due } as const;
  if (status === "canceled")
    return { icon: CircleX, tone: "neutral", word: statuses.canceled } as const;
  if (cancelAtPeriodEnd) return { icon: CircleX, tone: "neutral", word: statuses.ends } as const;
  const isTrial = status === "trialing";
  return {
    icon: CircleCheck,
    tone: "accent",
    word: isTrial ? statuses.trialing : statuses.active,
  } as const;
}
