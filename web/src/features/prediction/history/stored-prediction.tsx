import { chakra } from "@chakra-ui/react/styled-system";
import type { StoredPrediction } from "@orbline/proto/http/prediction/prediction";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { isApiError } from "#/lib/api.ts";
import { dayAndTime, signedMoney } from "#/lib/format.ts";
import { predictionQuery } from "../api.ts";
import { Analysis } from "../result/analysis.tsx";
import { HonestPrice } from "../result/honest-price.tsx";
import { Legs } from "../result/legs.tsx";
import { ResultHead } from "../result/result-head.tsx";
import { messages } from "../messages.ts";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";

const Columns = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    alignItems: "start",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 344px" },
  },
});
const Status = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: 5,
    rowGap: 1,
    px: { base: 4, md: 5 },
    py: 3,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    textStyle: "small",
    color: "fg.muted",
  },
});

/** A stored prediction with the outcome of each leg and its price. */
export function StoredPredictionView({ id }: { id: string }) {
  const query = useQuery(predictionQuery(id));
  if (isMissing(query.error)) return <Missing />;
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

function HowItStands({ prediction }: { prediction: StoredPrediction }) {
  const { outcome, profit, createdAt, settledAt } = prediction;
  return (
    <Status>
      <Outcome outcome={outcome} />
      {outcome !== "open" && (
        <chakra.b color={profit < 0 ? "fg.loss" : "fg"} fontWeight={600}>
          {messages.broughtBack(signedMoney(profit))}
        </chakra.b>
      )}
      <span>
        {messages.made(dayAndTime(createdAt))},{" "}
        {settledAt === null ? messages.stillOpen : messages.settledAt(dayAndTime(settledAt))}
      </span>
    </Status>
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

function isMissing(error: unknown) {
  return isApiError(error) && (error.status === 404 || error.status === 400);
}

function Stored({ prediction: data }: { prediction: StoredPrediction }) {
  const [first] = data.bets;
  const odds = first && data.bets.length === 1 ? first.odds : data.parlayOdds;
  return (
    <>
      <chakra.div mb={4}>
        <SlateBadge slate={data.slate} />
      </chakra.div>
      <Columns>
        <Panel ticks>
          <ResultHead legs={data.bets.length} stake={data.stake} odds={odds} />
          <HowItStands prediction={data} />
          <Legs legs={data.bets} />
          <Analysis prediction={data} />
        </Panel>
        <chakra.div containerType="inline-size">
          <HonestPrice prediction={data} odds={odds} />
        </chakra.div>
      </Columns>
    </>
  );
}
