import { chakra } from "@chakra-ui/react/styled-system";
import type { AdminUser, AdminUserDetails } from "@orbline/proto/http/admin";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#/components/ui/button.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Sheet } from "#/components/ui/sheet.tsx";
import { ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { day, utcMinute } from "#/lib/format.ts";
import { userDetailsQuery } from "./api.ts";
import { useFailureNotice } from "./use-failure-notice.ts";
import { StatusBadge } from "./status-badge.tsx";
import { messages } from "./messages.ts";

const Title = chakra("h3", {
  base: { textStyle: "h3", fontSize: "14px", mt: 5, mb: 2, _first: { mt: 0 } },
});
const shownIdLength = 8;

const shortId = (id: string | null) => {
  if (id === null) return messages.nothing;
  return id.length > shownIdLength ? `${id.slice(0, shownIdLength)}…` : id;
};

const Facts = ({ details }: { details: AdminUserDetails }) => {
  const provider = details.stripeDetails;
  const end = details.subscriptionEndDate;
  return (
    <>
      {details.subscriptionStatus === "past_due" && <WarningStrip>{messages.pastDue}</WarningStrip>}
      <Title>{messages.subscription}</Title>
      <DefinitionList
        entries={[
          [messages.status, <StatusBadge key="status" status={details.subscriptionStatus} />],
          [messages.tier, details.subscriptionTier],
          [messages.endDate, end === null ? messages.nothing : day(end)],
        ]}
      />
      <Title>{messages.provider}</Title>
      <DefinitionList
        entries={[
          [messages.customerId, shortId(details.stripeCustomerId)],
          [messages.subscriptionId, details.stripeSubscriptionId ?? messages.nothing],
          ...(provider === null
            ? []
            : ([
                [messages.providerStatus, provider.status],
                [
                  messages.periodEnd,
                  provider.currentPeriodEnd === null
                    ? messages.nothing
                    : utcMinute(provider.currentPeriodEnd),
                ],
                [messages.cancelAtPeriodEnd, String(provider.cancelAtPeriodEnd)],
                [messages.plan, provider.plan],
                ...(provider.error === undefined
                  ? []
                  : ([[messages.providerError, provider.error]] as const)),
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
  useFailureNotice(error, messages.detailsFailed);
  return (
    <Sheet
      title={user.username}
      description={user.email ?? messages.nothing}
      closeLabel={messages.close}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onClick={onCancel}>
            {messages.cancel}
          </Button>
          <Button variant="solid" onClick={onActivate}>
            {messages.activate}
          </Button>
        </>
      }
    >
      {data && <Facts details={data} />}
      {!data && error && (
        <ErrorState error={error} title={messages.detailsFailed} onRetry={() => void refetch()} />
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
