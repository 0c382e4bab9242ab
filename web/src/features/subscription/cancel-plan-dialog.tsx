import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { ConfirmDialog } from "#/components/form/form-dialog.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { notify } from "#/stores/notice-store.ts";
import { useCancelPlan } from "./api.ts";
import { planMessages } from "./messages.ts";

type CancelPlanDialogProps = { subscription: SubscriptionStatusResponse; onClose: () => void };

/** Shows when access ends, then cancels the plan. */
export function CancelPlanDialog({ subscription, onClose }: CancelPlanDialogProps) {
  const cancel = useCancelPlan();
  const end = endOf(subscription);
  const until = end === null ? planMessages.today : dayAndTime(end);
  const trial = subscription.status === "trialing" || subscription.recurring?.plan === "trial";
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        notify({ title: planMessages.canceledTitle, description: planMessages.canceled(until) });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      danger
      title={planMessages.cancelTitle}
      keepLabel={planMessages.keep}
      submitLabel={planMessages.confirmCancel}
      busyText={cancel.isPending && planMessages.canceling}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>{trial ? planMessages.cancelTrialText(until) : planMessages.cancelText(until)}</p>
      <p>{planMessages.cancelNote}</p>
    </ConfirmDialog>
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
  const goesOnBehind = plan === "manual" && recurring && end !== null && recurring.periodEnd > end;
  return goesOnBehind ? recurring.periodEnd : end;
}
