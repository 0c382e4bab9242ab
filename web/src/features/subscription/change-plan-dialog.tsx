import { chakra } from "@chakra-ui/react/styled-system";
import type { ChangeablePlan, ChangePreviewResponse } from "@orbline/proto/http/billing-change";
import { useQuery } from "@tanstack/react-query";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { day, money } from "#/lib/format.ts";
import { notify } from "#/stores/notice-store.ts";
import { changePreviewQuery, useChangePlan } from "#/features/subscription/billing-api.ts";
import { billMessages } from "./messages.ts";

const cents = (amount: number) => money(amount / 100);

const Sums = ({ preview }: { preview: ChangePreviewResponse }) => {
  const { plan, dueNowCents, creditCents, creditLeftCents, renewalCents, renewsAt } = preview;
  const credit = creditCents > 0 ? [[billMessages.credit, cents(creditCents)] as const] : [];
  const left =
    creditLeftCents > 0 ? [[billMessages.creditLeft, cents(creditLeftCents)] as const] : [];
  return (
    <DefinitionList
      entries={[
        [billMessages.dueNow, cents(dueNowCents)],
        ...credit,
        ...left,
        [billMessages.nextRenewal, day(renewsAt)],
        [billMessages.renewalSum[plan], cents(renewalCents)],
      ]}
    />
  );
};

const Loading = () => (
  <chakra.div role="status" aria-label={billMessages.previewLoading} display="grid" gap={4}>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} height={6} />
    ))}
  </chakra.div>
);

type ChangePlanDialogProps = { to: ChangeablePlan; onClose: () => void };

/** What a change of plan costs now and later, asked of the provider, before it is confirmed. */
export const ChangePlanDialog = ({ to, onClose }: ChangePlanDialogProps) => {
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
            title: billMessages.changedTitle,
            description: billMessages.changed(billMessages.names[to]),
          });
          onClose();
        },
      },
    );
  const submit =
    preview && preview.dueNowCents > 0
      ? billMessages.changeAndPay(cents(preview.dueNowCents))
      : billMessages.confirmChange;
  return (
    <FormDialog
      title={billMessages.changeTo[to]}
      description={billMessages.changeLead}
      closeLabel={billMessages.close}
      keepLabel={billMessages.keep}
      submitLabel={submit}
      busyText={change.isPending && billMessages.changing}
      disabled={!preview}
      onSubmit={confirm}
      onClose={onClose}
    >
      {isFetching && <Loading />}
      {error && !isFetching && (
        <ErrorState
          error={error}
          title={billMessages.previewFailed}
          onRetry={() => void refetch()}
        />
      )}
      {preview && !error && <Sums preview={preview} />}
    </FormDialog>
  );
};
