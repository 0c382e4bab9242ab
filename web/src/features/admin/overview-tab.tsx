import { chakra } from "@chakra-ui/react/styled-system";
import type { DeadLetterCount } from "@orbline/proto/http/admin/operations";
import type { OverviewResponse } from "@orbline/proto/http/admin/overview";
import type { ModelPerformanceResponse } from "@orbline/proto/http/prediction/track-record";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
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
  const skeleton = (
    <Panel as="div">
      <SkeletonRows rows={2} height={27} />
    </Panel>
  );
  const letters = (
    <QueryView panel query={deadLetters} failed={messages.deadLettersFailed} skeleton={skeleton}>
      {(loaded) => <DeadLetters counts={loaded.deadLetters} />}
    </QueryView>
  );
  const isUrgent = deadLetters.data?.deadLetters.some(({ waiting }) => waiting > 0);
  return (
    <chakra.div display="grid" gap={4} gridTemplateColumns="minmax(0, 1fr)">
      {isUrgent && letters}
      <QueryView panel query={overview} failed={messages.overviewFailed} skeleton={skeleton}>
        {(loaded) => (
          <Figures
            overview={loaded}
            refresh={
              <RefreshButton onClick={refresh} busy={queries.some((query) => query.isFetching)} />
            }
          />
        )}
      </QueryView>
      {!isUrgent && letters}
      <QueryView panel query={performance} failed={messages.driftFailed} skeleton={skeleton}>
        {(loaded) => <Drift performance={loaded} />}
      </QueryView>
    </chakra.div>
  );
}

type FiguresProps = { overview: OverviewResponse; refresh: ReactNode };

function Figures({ overview, refresh }: FiguresProps) {
  return (
    <>
      <Panel title={messages.needsCare} meta={refresh}>
        <StatRow layout="line" stats={attentionOf(overview)} />
      </Panel>
      <Panel title={messages.business}>
        <StatRow layout="line" stats={businessOf(overview)} />
      </Panel>
    </>
  );
}

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
    { name: messages.trialsEnding, value: String(trialsEnding), note: messages.trialsEndingNote },
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
  const waiting = counts.reduce((sum, count) => sum + count.waiting, 0);
  if (waiting === 0)
    return (
      <Panel title={messages.deadLetters}>
        <Note>{messages.deadLettersEmpty}</Note>
      </Panel>
    );
  return (
    <Panel title={messages.deadLetters} meta={messages.deadLettersWaiting(waiting)}>
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
    </Panel>
  );
}

const deadLetterColumns: Column<DeadLetterCount>[] = [
  { name: messages.service, cell: ({ service }) => service },
  { name: messages.topic, wide: true, cell: ({ topic }) => <Mono>{topic}</Mono> },
  { name: messages.waiting, numeric: true, cell: ({ waiting }) => waiting },
  { name: messages.oldest, cell: ({ oldestAt }) => <Time at={oldestAt} /> },
  { name: messages.lastReason, wide: true, cell: ({ lastReason }) => lastReason },
];

const Note = chakra("p", { base: { p: 5, color: "fg.muted" } });

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
