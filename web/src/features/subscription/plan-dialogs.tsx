import { type ChangeablePlan, planTerms } from "@orbline/proto/constants/plans";
import type { ChangePreviewResponse } from "@orbline/proto/http/billing/plan-change";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { useQuery } from "@tanstack/react-query";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { ConfirmDialog } from "#/components/form/form-dialog.tsx";
import { day, dayAndTime } from "#/lib/format.ts";
import { notify } from "#/stores/toast-store.ts";
import { changePreviewQuery, useCancelPlan, useChangePlan } from "./api.ts";
import { planMessages } from "./messages.ts";
import { cents } from "./plan-summary.ts";

type CancelPlanProps = { subscription: SubscriptionStatusResponse; onClose: () => void };

/** Shows when access ends, then cancels the plan. */
export function CancelPlanDialog({ subscription, onClose }: CancelPlanProps) {
  const cancel = useCancelPlan();
  const end = endOf(subscription);
  const until = end === null ? planMessages.today : dayAndTime(end);
  const trial = subscription.status === "trialing" || subscription.recurring?.plan === "trial";
  // A plan whose newest invoice is not paid yet ends at once, and is not charged.
  const isUnpaid =
    subscription.recurring?.isUnpaid === true ||
    subscription.graceUntil !== null ||
    subscription.status === "past_due";
  const onSuccess = ({ status, recurring }: SubscriptionStatusResponse) => {
    const hasEnded = status === "canceled" || recurring === null;
    const description = hasEnded ? planMessages.endsNowText : planMessages.canceled(until);
    notify({ title: planMessages.canceledTitle, description });
    onClose();
  };
  return (
    <ConfirmDialog
      danger
      title={planMessages.cancelTitle}
      keepLabel={planMessages.keep}
      submitLabel={planMessages.cancel}
      busyText={cancel.isPending && planMessages.canceling}
      onSubmit={() => cancel.mutate({}, { onSuccess })}
      onClose={onClose}
    >
      {isUnpaid ? (
        <>
          <p>{planMessages.endsNowText}</p>
          <p>{planMessages.endsNowNote}</p>
        </>
      ) : (
        <>
          <p>{trial ? planMessages.cancelTrialText(until) : planMessages.cancelText(until)}</p>
          <p>{planMessages.cancelNote}</p>
        </>
      )}
    </ConfirmDialog>
  );
}

type ChangePlanProps = {
  to: ChangeablePlan;
  /** The plan is in its trial, so the next charge is the first. */
  isTrial: boolean;
  onClose: () => void;
};

/** Shows what a change of plan costs now and later, as the provider calculates it, and confirms it. */
export function ChangePlanDialog({ to, isTrial, onClose }: ChangePlanProps) {
  const query = useQuery(changePreviewQuery(to));
  const change = useChangePlan();
  // A cached preview is not shown while a new one loads, because its sums change with the time.
  const preview = query.isFetching || query.error ? undefined : query.data;
  const dueNow = preview?.dueNowCents ?? 0;
  const onSuccess = () => {
    notify({
      title: planMessages.changedTitle,
      description: planMessages.changed(planTerms[to].name),
    });
    onClose();
  };
  return (
    <ConfirmDialog
      title={planMessages.changeTo[to]}
      description={planMessages.changeLead}
      keepLabel={planMessages.keep}
      submitLabel={
        dueNow > 0 ? planMessages.changeAndPay(cents(dueNow)) : planMessages.confirmChange
      }
      busyText={change.isPending && planMessages.changing}
      disabled={!preview}
      onSubmit={() =>
        preview && change.mutate({ plan: to, prorationAt: preview.prorationAt }, { onSuccess })
      }
      onClose={onClose}
    >
      <QueryView
        query={{ ...query, data: preview, error: query.isFetching ? null : query.error }}
        failed={planMessages.previewFailed}
        skeleton={
          <SkeletonRows
            rows={3}
            height={6}
            p={0}
            role="status"
            aria-label={planMessages.previewLoading}
          />
        }
      >
        {(loaded) => <Sums preview={loaded} isTrial={isTrial} />}
      </QueryView>
    </ConfirmDialog>
  );
}

function Sums({ preview, isTrial }: { preview: ChangePreviewResponse; isTrial: boolean }) {
  const { plan, dueNowCents, creditCents, creditLeftCents, renewalCents, renewsAt } = preview;
  const credits = [
    [planMessages.credit, creditCents],
    [planMessages.creditLeft, creditLeftCents],
  ] as const;
  return (
    <DefinitionList
      entries={[
        [planMessages.dueNow, cents(dueNowCents)],
        ...credits.flatMap(([name, sum]) => (sum > 0 ? [[name, cents(sum)] as const] : [])),
        [isTrial ? planMessages.firstCharge : planMessages.nextRenewal, day(renewsAt)],
        [planMessages.renewalSum[plan], cents(renewalCents)],
      ]}
    />
  );
}

/** When access ends if the plan is canceled now. */
function endOf({
  plan,
  graceUntil,
  periodEnd,
  accessUntil,
  recurring,
}: SubscriptionStatusResponse) {
  const end = graceUntil ?? periodEnd ?? accessUntil;
  const isBehindGrant = plan === "manual" && recurring && end !== null && recurring.periodEnd > end;
  return isBehindGrant ? recurring.periodEnd : end;
}
