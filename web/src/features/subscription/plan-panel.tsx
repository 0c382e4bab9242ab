import { chakra } from "@chakra-ui/react/styled-system";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { ChargeTimeline } from "#/components/betting/charge-timeline.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { Skeleton } from "#/components/feedback/states.tsx";
import { notify } from "#/stores/notice-store.ts";
import { subscriptionStatusQuery } from "./api.ts";
import { summarizePlan, type PlanSummary } from "./plan-summary.ts";
import { invoicesQuery, usePortal, useResumePlan } from "./api.ts";
import { PlanStatusBadge } from "./plan-status-badge.tsx";
import { planMessages } from "./messages.ts";
import { QueryView } from "#/components/feedback/query-view.tsx";

const CancelPlanDialog = lazy(async () => ({
  default: (await import("./cancel-plan-dialog.tsx")).CancelPlanDialog,
}));
const ChangePlanDialog = lazy(async () => ({
  default: (await import("./change-plan-dialog.tsx")).ChangePlanDialog,
}));

const Row = chakra("div", {
  base: { display: "flex", flexWrap: "wrap", gap: 3, "& > *": { flexGrow: { base: 1, sm: 0 } } },
});

/** The user's plan: explanation, charges and actions. */
export function PlanPanel() {
  return (
    <Panel title={planMessages.planTitle} ticks>
      <QueryView
        query={useQuery(subscriptionStatusQuery)}
        failed={planMessages.planFailed}
        skeleton={<Loading />}
        m={{ base: 4, md: 5 }}
      >
        {(subscription) => <Explained subscription={subscription} />}
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
      <Skeleton width="140px" height={10} />
    </PanelBody>
  );
}

type ActionsProps = { summary: PlanSummary; subscription: SubscriptionStatusResponse };

function Actions({ summary, subscription }: ActionsProps) {
  const [canceling, setCanceling] = useState(false);
  const [changing, setChanging] = useState(false);
  const portal = usePortal();
  const resume = useResumePlan();
  const goOn = () =>
    resume.mutate(undefined, {
      onSuccess: () =>
        notify({ title: planMessages.resumedTitle, description: planMessages.resumed }),
    });
  return (
    <Row>
      {summary.canResume && (
        <Button
          variant="primary"
          onClick={goOn}
          busyText={resume.isPending && planMessages.resuming}
        >
          {planMessages.resume}
        </Button>
      )}
      {(summary.needsCard || summary.canCancel || summary.canResume) && (
        <Button
          variant={summary.needsCard ? "primary" : "outline"}
          onClick={() => portal.mutate(undefined)}
          busyText={portal.isPending && planMessages.opening}
        >
          {planMessages.changeCard}
        </Button>
      )}
      {summary.changesTo && (
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
          <ChangePlanDialog to={summary.changesTo} onClose={() => setChanging(false)} />
        )}
        {canceling && (
          <CancelPlanDialog subscription={subscription} onClose={() => setCanceling(false)} />
        )}
      </Suspense>
    </Row>
  );
}

function Explained({ subscription }: { subscription: SubscriptionStatusResponse | null }) {
  // The summary does not wait for the invoices, which only add the retries of a failed charge.
  const { data } = useQuery(invoicesQuery);
  const summary = summarizePlan(subscription, data?.invoices ?? []);
  const acting = summary.canCancel || summary.canResume || summary.needsCard;
  return (
    <PanelBody display="grid" gap={5}>
      <div>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
          <chakra.h3 textStyle="h2">{summary.name}</chakra.h3>
          {subscription !== null && subscription.status !== "none" && (
            <PlanStatusBadge subscription={subscription} />
          )}
        </chakra.div>
        <chakra.p color="fg.muted" mt={2} maxWidth="62ch">
          {summary.text}
        </chakra.p>
      </div>
      {summary.entries.length > 0 && <ChargeTimeline entries={summary.entries} />}
      {subscription !== null && acting && <Actions summary={summary} subscription={subscription} />}
      {(subscription === null || summary.name === planMessages.noPlan) && !acting && (
        <div>
          <ButtonLink to="/subscription" variant="primary">
            {planMessages.seePlans}
          </ButtonLink>
        </div>
      )}
    </PanelBody>
  );
}
