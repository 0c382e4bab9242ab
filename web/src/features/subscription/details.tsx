import { chakra } from "@chakra-ui/react/styled-system";
import { plans, planTerms } from "@orbline/proto/constants/plans";
import type { SubscriptionDetailsResponse } from "@orbline/proto/http/billing/checkout";
import { useQuery } from "@tanstack/react-query";
import { Container } from "#/components/layout/container.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { QueryView } from "#/components/feedback/query-view.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { EmptyState, LoadingState } from "#/components/feedback/states.tsx";
import { day } from "#/lib/format.ts";
import { useShowsPurchase } from "#/stores/session-store.ts";
import { subscriptionDetailsQuery } from "./api.ts";
import { messages } from "./messages.ts";

const planNames = new Map<string, string>(plans.map((plan) => [plan, planTerms[plan].name]));
const statusNames = new Map(Object.entries(messages.statuses));

/** Details of the subscription that a checkout opened. */
export function SubscriptionDetails({ sessionId }: { sessionId: string | null }) {
  return (
    <Container size="text" py={{ base: 6, md: 10 }}>
      <Heading mb={5}>{messages.detailsTitle}</Heading>
      <Panel as="div" ticks>
        {sessionId === null ? (
          <EmptyState title={messages.noSession} />
        ) : (
          <Loaded sessionId={sessionId} />
        )}
      </Panel>
      <chakra.div mt={5}>
        <ButtonLink to="/">{messages.returnHome}</ButtonLink>
      </chakra.div>
    </Container>
  );
}

function Loaded({ sessionId }: { sessionId: string }) {
  return (
    <QueryView
      query={useQuery(subscriptionDetailsQuery(sessionId))}
      failed={messages.detailsFailed}
      skeleton={<LoadingState />}
    >
      {(details) => <Facts details={details} />}
    </QueryView>
  );
}

function Facts({ details }: { details: SubscriptionDetailsResponse }) {
  const { success, subscription, message } = details;
  useShowsPurchase(success && subscription !== undefined);
  if (!success || !subscription)
    return (
      <EmptyState
        title={messages.detailsFailed}
        text={message === messages.detailsFailed ? undefined : message}
      />
    );
  return (
    <PanelBody>
      <DefinitionList
        entries={[
          [messages.plan, planNames.get(subscription.plan) ?? subscription.plan],
          [messages.status, statusNames.get(subscription.status) ?? subscription.status],
          [messages.periodStart, date(subscription.current_period_start)],
          [messages.periodEnd, date(subscription.current_period_end)],
        ]}
      />
    </PanelBody>
  );
}

function date(seconds: number | null): string {
  return seconds === null ? messages.none : day(new Date(seconds * 1000));
}
