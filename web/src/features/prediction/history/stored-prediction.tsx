import { chakra } from "@chakra-ui/react/styled-system";
import type { StoredPrediction } from "@orbline/proto/http/prediction/prediction";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, SearchX } from "lucide-react";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { Disclosure } from "#/components/ui/disclosure.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { isApiError } from "#/lib/api.ts";
import { dayAndTime, signedMoney } from "#/lib/format.ts";
import { useBreak } from "#/shared/guardrails.ts";
import { predictionQuery } from "../api.ts";
import { Analysis } from "../result/analysis.tsx";
import { HonestPrice } from "../result/honest-price.tsx";
import { Legs } from "../result/legs.tsx";
import { Why } from "../result/why.tsx";
import { RecordBet } from "../ledger/record-bet.tsx";
import { SharePick } from "../result/share-pick.tsx";
import { ResultHead } from "../result/result-head.tsx";
import { messages } from "../messages.ts";
import { entryName } from "../names.ts";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";

const Columns = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    alignItems: "start",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 344px" },
  },
});

/** A stored prediction under its name, with the outcome of each leg and its price. */
export function StoredPredictionView({ id }: { id: string }) {
  const query = useQuery(predictionQuery(id));
  const { data } = query;
  const name = data ? entryName({ legs: data.bets, sport: data.sport }) : messages.onePrediction;
  usePageTitle(name);
  return (
    <>
      <Heading mt={3} mb={4}>
        {name}
      </Heading>
      {data && <Neighbors {...data} />}
      <Loaded query={query} />
    </>
  );
}

/** Links to the predictions that were made right after and right before this one. */
function Neighbors({ newerId, olderId }: Pick<StoredPrediction, "newerId" | "olderId">) {
  return (
    <chakra.nav aria-label={messages.neighbors} display="flex" gap={5} mb={4} _empty={{ mb: 0 }}>
      {newerId !== null && (
        <Neighbor to={`/predictions/${newerId}`} tone="muted">
          <ChevronLeft size={16} aria-hidden />
          {messages.newer}
        </Neighbor>
      )}
      {olderId !== null && (
        <Neighbor to={`/predictions/${olderId}`} tone="muted">
          {messages.older}
          <ChevronRight size={16} aria-hidden />
        </Neighbor>
      )}
    </chakra.nav>
  );
}

const Neighbor = chakra(Link, {
  base: { display: "inline-flex", alignItems: "center", gap: 1, minHeight: "24px" },
});

function Loaded({ query }: { query: UseQueryResult<StoredPrediction> }) {
  if (isApiError(query.error) && [400, 404].includes(query.error.status)) return <Missing />;
  return (
    <QueryView
      panel
      query={query}
      failed={messages.predictionFailed}
      skeleton={
        <Panel>
          <SkeletonRows rows={6} />
        </Panel>
      }
      mb={4}
    >
      {(prediction) => <Stored prediction={prediction} />}
    </QueryView>
  );
}

function Status({ outcome, profit, createdAt, settledAt }: StoredPrediction) {
  return (
    <PanelFooter display="flex" flexWrap="wrap" alignItems="center" columnGap={5} rowGap={1}>
      <Outcome outcome={outcome} />
      {outcome !== "open" && (
        <span>
          <chakra.b color={profit < 0 ? "fg.loss" : "fg"} fontWeight={600}>
            {signedMoney(profit)}
          </chakra.b>{" "}
          {messages.profitIfBet}
        </span>
      )}
      <span>
        {messages.made(dayAndTime(createdAt))},{" "}
        {settledAt === null ? messages.stillOpen : messages.settledAt(dayAndTime(settledAt))}
      </span>
    </PanelFooter>
  );
}

function Missing() {
  return (
    <Panel>
      <EmptyState
        icon={<SearchX size={24} />}
        title={messages.predictionMissing}
        text={messages.predictionMissingText}
        action={<ButtonLink to="/history">{messages.backToHistory}</ButtonLink>}
      />
    </Panel>
  );
}

/** The user's bet. During a break an open prediction has no button for one. */
function BetOnIt({ prediction }: { prediction: StoredPrediction }) {
  const isInvitation = prediction.outcome === "open" && prediction.bet === null;
  const { until } = useBreak(isInvitation);
  return isInvitation && until !== undefined ? null : <RecordBet prediction={prediction} />;
}

function Stored({ prediction }: { prediction: StoredPrediction }) {
  return (
    <>
      <chakra.div mb={4}>
        <SlateBadge slate={prediction.slate} />
      </chakra.div>
      <Columns>
        <Panel ticks>
          <ResultHead prediction={prediction} />
          <Status {...prediction} />
          <Legs legs={prediction.bets} />
          <Why prediction={prediction} />
          <Disclosure label={messages.allDetails}>
            <Analysis prediction={prediction} />
          </Disclosure>
          <BetOnIt prediction={prediction} />
          <SharePick id={prediction.id} />
        </Panel>
        <chakra.div containerType="inline-size">
          <HonestPrice prediction={prediction} />
        </chakra.div>
      </Columns>
    </>
  );
}
