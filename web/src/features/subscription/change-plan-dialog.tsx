import { chakra } from "@chakra-ui/react/styled-system";
import type {
  ChangeablePlan,
  ChangePreviewResponse,
} from "@orbline/proto/http/billing/plan-change";
import { useQuery } from "@tanstack/react-query";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { ConfirmDialog } from "#/components/form/form-dialog.tsx";
import { ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { day, money } from "#/lib/format.ts";
import { notify } from "#/stores/notice-store.ts";
import { changePreviewQuery, useChangePlan } from "./api.ts";
import { planMessages } from "./messages.ts";

const cents = (amount: number) => money(amount / 100);

type ChangePlanDialogProps = { to: ChangeablePlan; onClose: () => void };

/** Shows what a change of plan costs now and later, as the provider calculates it, and confirms it. */
export function ChangePlanDialog({ to, onClose }: ChangePlanDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(changePreviewQuery(to));
  const change = useChangePlan();
  const preview = isFetching ? undefined : data;
  const confirm = () =>
    preview &&
    change.mutate(
      { plan: to, prorationAt: preview.prorationAt },
      {
        onSuccess: () => {
          notify({
            title: planMessages.changedTitle,
            description: planMessages.changed(planMessages.names[to]),
          });
          onClose();
        },
      },
    );
  const submit =
    preview && preview.dueNowCents > 0
      ? planMessages.changeAndPay(cents(preview.dueNowCents))
      : planMessages.confirmChange;
  return (
    <ConfirmDialog
      title={planMessages.changeTo[to]}
      description={planMessages.changeLead}
      keepLabel={planMessages.keep}
      submitLabel={submit}
      busyText={change.isPending && planMessages.changing}
      disabled={!preview}
      onSubmit={confirm}
      onClose={onClose}
    >
      {isFetching && <Loading />}
      {error && !isFetching && (
        <ErrorState
          error={error}
          title={planMessages.previewFailed}
          onRetry={() => void refetch()}
        />
      )}
      {preview && !error && <Sums preview={preview} />}
    </ConfirmDialog>
  );
}

function Sums({ preview }: { preview: ChangePreviewResponse }) {
  const { plan, dueNowCents, creditCents, creditLeftCents, renewalCents, renewsAt } = preview;
  const credit = creditCents > 0 ? [[planMessages.credit, cents(creditCents)] as const] : [];
  const left =
    creditLeftCents > 0 ? [[planMessages.creditLeft, cents(creditLeftCents)] as const] : [];
  return (
    <DefinitionList
      entries={[
        [planMessages.dueNow, cents(dueNowCents)],
        ...credit,
        ...left,
        [planMessages.nextRenewal, day(renewsAt)],
        [planMessages.renewalSum[plan], cents(renewalCents)],
      ]}
    />
  );
}

function Loading() {
  return (
    <chakra.div role="status" aria-label={planMessages.previewLoading} display="grid" gap={4}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={6} />
      ))}
    </chakra.div>
  );
}
