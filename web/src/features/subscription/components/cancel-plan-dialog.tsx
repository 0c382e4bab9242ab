import type { SubscriptionStatusResponse } from "@orbline/proto/http/subscription-status";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { notify } from "#/stores/notice-store.ts";
import { billingTexts as texts } from "#/texts/billing.ts";
import { useCancelPlan } from "#/features/subscription/billing-api.ts";

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
  const until = end === null ? texts.today : dayAndTime(end);
  const trial = subscription.status === "trialing" || subscription.recurring?.plan === "trial";
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        notify({ title: texts.canceledTitle, description: texts.canceled(until) });
        onClose();
      },
    });
  return (
    <FormDialog
      danger
      title={texts.cancelTitle}
      closeLabel={texts.close}
      keepLabel={texts.keep}
      submitLabel={texts.confirmCancel}
      busyText={cancel.isPending && texts.canceling}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>{trial ? texts.cancelTrialText(until) : texts.cancelText(until)}</p>
      <p>{texts.cancelNote}</p>
    </FormDialog>
  );
};
