import { chakra } from "@chakra-ui/react/styled-system";
import type { AdminUser, AdminUserDetails } from "@orbline/proto/http/admin";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#/components/ui/button.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Sheet } from "#/components/ui/sheet.tsx";
import { ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { day, utcMinute } from "#/lib/format.ts";
import { adminTexts as texts } from "#/texts/admin.ts";
import { userDetailsQuery } from "#/features/admin/api.ts";
import { useFailureNotice } from "#/features/admin/use-failure-notice.ts";
import { StatusBadge } from "./status-badge.tsx";

const Title = chakra("h3", {
  base: { textStyle: "h3", fontSize: "14px", mt: 5, mb: 2, _first: { mt: 0 } },
});
const shownIdLength = 8;

const shortId = (id: string | null) => {
  if (id === null) return texts.nothing;
  return id.length > shownIdLength ? `${id.slice(0, shownIdLength)}…` : id;
};

const Facts = ({ details }: { details: AdminUserDetails }) => {
  const provider = details.stripeDetails;
  const end = details.subscriptionEndDate;
  return (
    <>
      {details.subscriptionStatus === "past_due" && <WarningStrip>{texts.pastDue}</WarningStrip>}
      <Title>{texts.subscription}</Title>
      <DefinitionList
        entries={[
          [texts.status, <StatusBadge key="status" status={details.subscriptionStatus} />],
          [texts.tier, details.subscriptionTier],
          [texts.endDate, end === null ? texts.nothing : day(end)],
        ]}
      />
      <Title>{texts.provider}</Title>
      <DefinitionList
        entries={[
          [texts.customerId, shortId(details.stripeCustomerId)],
          [texts.subscriptionId, details.stripeSubscriptionId ?? texts.nothing],
          ...(provider === null
            ? []
            : ([
                [texts.providerStatus, provider.status],
                [
                  texts.periodEnd,
                  provider.currentPeriodEnd === null
                    ? texts.nothing
                    : utcMinute(provider.currentPeriodEnd),
                ],
                [texts.cancelAtPeriodEnd, String(provider.cancelAtPeriodEnd)],
                [texts.plan, provider.plan],
                ...(provider.error === undefined
                  ? []
                  : ([[texts.providerError, provider.error]] as const)),
              ] as const)),
        ]}
      />
    </>
  );
};

type DetailsDialogProps = {
  user: AdminUser;
  onClose: () => void;
  onActivate: () => void;
  onCancel: () => void;
};

/** One user's subscription and what the provider holds, with the two commands. */
export const DetailsDialog = ({ user, onClose, onActivate, onCancel }: DetailsDialogProps) => {
  const { data, error, refetch } = useQuery({
    ...userDetailsQuery(user.id),
    refetchOnMount: "always",
  });
  useFailureNotice(error, texts.detailsFailed);
  return (
    <Sheet
      title={user.username}
      description={user.email ?? texts.nothing}
      closeLabel={texts.close}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button variant="solid" onClick={onActivate}>
            {texts.activate}
          </Button>
        </>
      }
    >
      {data && <Facts details={data} />}
      {!data && error && (
        <ErrorState error={error} title={texts.detailsFailed} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <chakra.div display="grid" gap={5} aria-busy>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} />
          ))}
        </chakra.div>
      )}
    </Sheet>
  );
};
