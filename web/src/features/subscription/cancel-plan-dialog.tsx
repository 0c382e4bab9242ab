import type { SubscriptionStatusResponse } from "@orbline/proto/http/subscription-status";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { notify } from "#/stores/notice-store.ts";
import { useCancelPlan } from "#/features/subscription/billing-api.ts";
import { billMessages } from "./messages.ts";

/** The moment access ends if the plan is canceled now. */
const endOf = ({
  plan,
  graceUntil,
  periodEnd,
  accessUntil,
  recurring,
}: SubscriptionStatusResponse) => {
  const end = graceUntil ?? periodEnd ?? accessUntil;
  const goesOnBehind = plan === "manual" && recurring && end !== null && recurring.periodEnd > end;
  return goesOnBehind ? recurring.periodEnd : end;
};

type CancelPlanDialogProps = { subscription: SubscriptionStatusResponse; onClose: () => void };

/** The second of the two clicks that cancel: says when access ends, then does it. */
export const CancelPlanDialog = ({ subscription, onClose }: CancelPlanDialogProps) => {
  const cancel = useCancelPlan();
  const end = endOf(subscription);
  const until = end === null ? billMessages.today : dayAndTime(end);
  const trial = subscription.status === "trialing" || subscription.recurring?.plan === "trial";
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        notify({ title: billMessages.canceledTitle, description: billMessages.canceled(until) });
        onClose();
      },
    });
  return (
    <FormDialog
      danger
      title={billMessages.cancelTitle}
      closeLabel={billMessages.close}
      keepLabel={billMessages.keep}
      submitLabel={billMessages.confirmCancel}
      busyText={cancel.isPending && billMessages.canceling}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>{trial ? billMessages.cancelTrialText(until) : billMessages.cancelText(until)}</p>
      <p>{billMessages.cancelNote}</p>
    </FormDialog>
  );
};
