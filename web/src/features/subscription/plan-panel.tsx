import { chakra } from "@chakra-ui/react/styled-system";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/subscription-status";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { ChargeTimeline } from "#/components/betting/charge-timeline.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { notify } from "#/stores/notice-store.ts";
import { subscriptionStatusQuery } from "./api.ts";
import { explainBill, type Bill } from "./bill.ts";
import { invoicesQuery, usePortal, useResumePlan } from "./api.ts";
import { PlanStatusBadge } from "./plan-status-badge.tsx";
import { planMessages } from "./messages.ts";

const CancelPlanDialog = lazy(async () => ({
  default: (await import("./cancel-plan-dialog.tsx")).CancelPlanDialog,
}));
const ChangePlanDialog = lazy(async () => ({
  default: (await import("./change-plan-dialog.tsx")).ChangePlanDialog,
}));

const Row = chakra("div", {
  base: { display: "flex", flexWrap: "wrap", gap: 3, "& > *": { flexGrow: { base: 1, sm: 0 } } },
});

const Loading = () => (
  <PanelBody role="status" aria-label={planMessages.loading} display="grid" gap={4}>
    <Skeleton width="180px" height={7} />
    <Skeleton />
    <Skeleton width="70%" />
    <Skeleton height={24} />
    <Skeleton width="140px" height={10} />
  </PanelBody>
);

type ActionsProps = { bill: Bill; subscription: SubscriptionStatusResponse };

const Actions = ({ bill, subscription }: ActionsProps) => {
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
      {bill.canResume && (
        <Button
          variant="primary"
          onClick={goOn}
          busyText={resume.isPending && planMessages.resuming}
        >
          {planMessages.resume}
        </Button>
      )}
      {(bill.needsCard || bill.canCancel || bill.canResume) && (
        <Button
          variant={bill.needsCard ? "primary" : "outline"}
          onClick={() => portal.mutate(undefined)}
          busyText={portal.isPending && planMessages.opening}
        >
          {planMessages.changeCard}
        </Button>
      )}
      {bill.changesTo && (
        <Button onClick={() => setChanging(true)}>{planMessages.changeTo[bill.changesTo]}</Button>
      )}
      {bill.canCancel && (
        <Button variant="danger" onClick={() => setCanceling(true)}>
          {planMessages.cancel}
        </Button>
      )}
      <Suspense>
        {changing && bill.changesTo && (
          <ChangePlanDialog to={bill.changesTo} onClose={() => setChanging(false)} />
        )}
        {canceling && (
          <CancelPlanDialog subscription={subscription} onClose={() => setCanceling(false)} />
        )}
      </Suspense>
    </Row>
  );
};

const Explained = ({ subscription }: { subscription: SubscriptionStatusResponse | null }) => {
  // The bill stands without the invoices; they only add when a failed charge is tried again.
  const { data } = useQuery(invoicesQuery);
  const bill = explainBill(subscription, data?.invoices ?? []);
  const acting = bill.canCancel || bill.canResume || bill.needsCard;
  return (
    <PanelBody display="grid" gap={5}>
      <div>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
          <chakra.h3 textStyle="h2">{bill.name}</chakra.h3>
          {subscription !== null && subscription.status !== "none" && (
            <PlanStatusBadge subscription={subscription} />
          )}
        </chakra.div>
        <chakra.p color="fg.muted" mt={2} maxWidth="62ch">
          {bill.text}
        </chakra.p>
      </div>
      {bill.entries.length > 0 && <ChargeTimeline entries={bill.entries} />}
      {subscription !== null && acting && <Actions bill={bill} subscription={subscription} />}
      {(subscription === null || bill.name === planMessages.noPlan) && !acting && (
        <div>
          <ButtonLink to="/subscription" variant="primary">
            {planMessages.seePlans}
          </ButtonLink>
        </div>
      )}
    </PanelBody>
  );
};

/** The signed-in user's plan with its bill explained, and everything that can be done about it. */
export const PlanPanel = () => {
  const query = useQuery(subscriptionStatusQuery);
  const { data, error, isPending, refetch } = query;
  return (
    <Panel title={planMessages.planTitle} ticks>
      {isPending && <Loading />}
      {error && data === undefined && (
        <ErrorState error={error} title={planMessages.planFailed} onRetry={() => void refetch()} />
      )}
      <StaleBanner query={query} m={{ base: 4, md: 5 }} />
      {data !== undefined && <Explained subscription={data} />}
    </Panel>
  );
};
