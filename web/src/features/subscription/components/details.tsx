import { chakra } from "@chakra-ui/react/styled-system";
import type { SubscriptionDetailsResponse } from "@orbline/proto/http/billing";
import { useQuery } from "@tanstack/react-query";
import { Container } from "#/components/layout/container.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { EmptyState, ErrorState, LoadingState } from "#/components/feedback/states.tsx";
import { day } from "#/lib/format.ts";
import { subscriptionTexts as texts } from "#/texts/subscription.ts";
import { subscriptionDetailsQuery } from "#/features/subscription/api.ts";

const date = (seconds: number | null) =>
  seconds === null ? texts.none : day(new Date(seconds * 1000));

const Facts = ({ details }: { details: SubscriptionDetailsResponse }) => {
  const { subscription, message } = details;
  if (!details.success || !subscription)
    return (
      <EmptyState
        title={texts.detailsFailed}
        text={message === texts.detailsFailed ? undefined : message}
      />
    );
  return (
    <PanelBody>
      <DefinitionList
        entries={[
          [texts.plan, subscription.plan],
          [texts.status, subscription.status],
          [texts.periodStart, date(subscription.current_period_start)],
          [texts.periodEnd, date(subscription.current_period_end)],
        ]}
      />
    </PanelBody>
  );
};

const Loaded = ({ sessionId }: { sessionId: string }) => {
  const { data, error, refetch } = useQuery(subscriptionDetailsQuery(sessionId));
  if (data) return <Facts details={data} />;
  if (error)
    return <ErrorState error={error} title={texts.detailsFailed} onRetry={() => void refetch()} />;
  return <LoadingState />;
};

/** Details of the subscription that a checkout opened. */
export const SubscriptionDetails = ({ sessionId }: { sessionId: string | null }) => (
  <Container size="text" py={{ base: 6, md: 10 }}>
    <Heading mb={5}>{texts.detailsTitle}</Heading>
    <Panel as="div" ticks>
      {sessionId === null ? (
        <EmptyState title={texts.noSession} />
      ) : (
        <Loaded sessionId={sessionId} />
      )}
    </Panel>
    <chakra.div mt={5}>
      <ButtonLink to="/">{texts.returnHome}</ButtonLink>
    </chakra.div>
  </Container>
);
