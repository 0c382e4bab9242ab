import { chakra } from "@chakra-ui/react/styled-system";
import type { DeadLetterCount } from "@orbline/proto/http/admin/operations";
import type { OverviewResponse } from "@orbline/proto/http/admin/overview";
import type { ModelPerformanceResponse } from "@orbline/proto/http/prediction/track-record";
import { useQuery } from "@tanstack/react-query";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { Time } from "#/components/data/time.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { money, percent, signedNumber } from "#/lib/format.ts";
import { calibrationDrift, performanceQuery } from "#/shared/performance.ts";
import { deadLettersQuery, overviewQuery } from "./api.ts";
import { Mono, RefreshButton, useFailureToast } from "./list-tab.tsx";
import { messages } from "./messages.ts";

/** What an admin has to know: first what needs attention, then money, access and how well the model is calibrated. */
export function OverviewTab() {
  const overview = useQuery(overviewQuery());
  const deadLetters = useQuery(deadLettersQuery());
  const performance = useQuery({ ...performanceQuery, staleTime: 0 });
  useFailureToast(overview.error, messages.overviewFailed);
  useFailureToast(deadLetters.error, messages.deadLettersFailed);
  const queries = [overview, deadLetters, performance];
  const refresh = () => void Promise.all(queries.map((query) => query.refetch()));
  // The parts appear at once, because one that appears later would move those below it.
  if (queries.some(({ isPending }) => isPending)) return <Loading />;
  const isCalm = needsNothing(overview.data, deadLetters.data?.deadLetters);
  return (
    <Parts>
      <Panel
        title={messages.needsCare}
        meta={<RefreshButton onClick={refresh} busy={queries.some((query) => query.isFetching)} />}
      >
        <QueryView query={overview} failed={messages.overviewFailed} skeleton={null}>
          {(loaded) =>
            isCalm ? (
              <Note>{messages.needsNoCare}</Note>
            ) : (
              <StatRow layout="line" stats={attentionOf(loaded)} />
            )
          }
        </QueryView>
        <QueryView query={deadLetters} failed={messages.deadLettersFailed} skeleton={null}>
          {(loaded) => !isCalm && <DeadLetters counts={loaded.deadLetters} />}
        </QueryView>
      </Panel>
      {overview.data && (
        <Panel title={messages.business}>
          <StatRow layout="line" stats={businessOf(overview.data)} />
        </Panel>
      )}
      <QueryView panel query={performance} failed={messages.driftFailed} skeleton={null}>
        {(loaded) => <Drift performance={loaded} />}
      </QueryView>
    </Parts>
  );
}

const Parts = chakra("div", {
  base: { display: "grid", gap: 4, gridTemplateColumns: "minmax(0, 1fr)" },
});

function Loading() {
  return (
    <Parts>
      {[messages.needsCare, messages.business, messages.calibrationDrift].map((title) => (
        <Panel key={title} title={title}>
          <SkeletonRows rows={2} height={27} />
        </Panel>
      ))}
    </Parts>
  );
}

/** Whether every figure of what needs attention is zero; false while one of them is unknown. */
function needsNothing(
  overview: OverviewResponse | undefined,
  deadLetters: DeadLetterCount[] | undefined,
): boolean {
  if (!overview || !deadLetters) return false;
  const { failedPayments, openDisputes, webhooks } = overview;
  const counts = [failedPayments.payments, openDisputes, webhooks.failed, webhooks.waiting];
  return [...counts, waitingOf(deadLetters)].every((count) => count === 0);
}

const waitingOf = (counts: DeadLetterCount[]) =>
  counts.reduce((sum, { waiting }) => sum + waiting, 0);

function attentionOf({ failedPayments, openDisputes, webhooks }: OverviewResponse) {
  return [
    {
      name: messages.failedPayments,
      ...countOf(failedPayments.payments),
      note: messages.failedPaymentsNote(money(failedPayments.cents / 100)),
      to: "?tab=payments&status=failed",
    },
    {
      name: messages.openDisputes,
      ...countOf(openDisputes),
      note: messages.openDisputesNote,
      to: "?tab=payments&status=disputed",
    },
    {
      name: messages.webhooksGivenUp,
      ...countOf(webhooks.failed),
      note: messages.last30Days,
      to: "?tab=webhooks&outcome=failed",
    },
    {
      name: messages.webhooksWaiting,
      value: String(webhooks.waiting),
      note: messages.webhookLag(webhooks.oldestSeconds),
      to: "?tab=webhooks&outcome=open",
    },
  ];
}

/** A figure that is red unless it is zero. */
const countOf = (count: number) => ({ value: String(count), isLoss: count > 0 });

function businessOf({ mrrCents, paying, active, trialsEnding, churn }: OverviewResponse) {
  return [
    {
      name: messages.mrr,
      value: money(mrrCents / 100),
      note: messages.payingNote(paying),
      to: "?tab=revenue",
    },
    {
      name: messages.activeNow,
      value: String(active),
      note: messages.activeNote,
      to: "?tab=subscriptions&status=active",
    },
    {
      name: messages.trialsEnding,
      value: String(trialsEnding),
      note: messages.trialsEndingNote,
      // The list shows the tier and the end of each; it has no filter for trials.
      to: "?tab=subscriptions&status=active",
    },
    {
      name: messages.churn,
      value: churn.share === null ? messages.dash : percent(churn.share),
      note: messages.churnNote(churn.users),
      to: "?tab=subscriptions&status=canceled",
    },
  ];
}

/** Messages between services that could not be handled, and the command that sends them again. */
function DeadLetters({ counts }: { counts: DeadLetterCount[] }) {
  const { before, command, after } = messages.deadLettersHelp;
  const waiting = waitingOf(counts);
  return (
    <chakra.div borderTopWidth="1px" borderColor="line.subtle">
      <Line>
        <chakra.h3 textStyle="label" color="fg.muted">
          {messages.deadLetters}
        </chakra.h3>
        <chakra.p color={waiting > 0 ? "fg.loss" : "fg.subtle"}>
          {waiting > 0 ? messages.deadLettersWaiting(waiting) : messages.deadLettersEmpty}
        </chakra.p>
      </Line>
      {waiting > 0 && (
        <>
          <DataTable
            caption={messages.deadLetters}
            columns={deadLetterColumns}
            rows={counts}
            keyOf={({ service, topic }) => `${service} ${topic}`}
          />
          <Note>
            {before}
            <chakra.code textStyle="numSm">{command}</chakra.code>
            {after}
          </Note>
        </>
      )}
    </chakra.div>
  );
}

const Line = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: 4,
    px: { base: 4, md: 5 },
    py: 3.5,
    textStyle: "small",
  },
});

const deadLetterColumns: Column<DeadLetterCount>[] = [
  { name: messages.service, cell: ({ service }) => service },
  { name: messages.topic, wide: true, cell: ({ topic }) => <Mono>{topic}</Mono> },
  { name: messages.waiting, numeric: true, cell: ({ waiting }) => waiting },
  { name: messages.oldest, cell: ({ oldestAt }) => <Time at={oldestAt} /> },
  { name: messages.lastReason, wide: true, cell: ({ lastReason }) => lastReason },
];

const Note = chakra("p", { base: { px: { base: 4, md: 5 }, py: 5, color: "fg.muted" } });

/** The gap between predicted and actual wins of the last weeks, beside the interval that chance explains. */
function Drift({ performance: { records } }: { performance: ModelPerformanceResponse }) {
  const drift = calibrationDrift(records[0]?.weeks ?? []);
  return (
    <Panel title={messages.calibrationDrift}>
      {drift === null ? (
        <Note>{messages.driftEmpty}</Note>
      ) : (
        <StatRow
          layout="line"
          stats={[
            {
              name: messages.predicted,
              value: percent(drift.said),
              note: messages.settledOf(drift.n),
            },
            {
              name: messages.wonShare,
              value: percent(drift.won),
              note: messages.interval(percent(drift.low), percent(drift.high)),
            },
            {
              name: messages.gap,
              value: signedNumber(Number((drift.gap * 100).toFixed(1))),
              note: drift.isDrifting ? messages.drifting : messages.withinChance,
            },
          ]}
        />
      )}
    </Panel>
  );
}
