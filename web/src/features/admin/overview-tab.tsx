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

/** What an admin has to know first: money, access, payments that need care, and how well the model is calibrated. */
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
  return (
    <chakra.div display="grid" gap={4}>
      <QueryView panel query={overview} failed={messages.overviewFailed} skeleton={skeleton}>
        {(loaded) => (
          <Business
            overview={loaded}
            refresh={
              <RefreshButton onClick={refresh} busy={queries.some((query) => query.isFetching)} />
            }
          />
        )}
      </QueryView>
      <QueryView panel query={deadLetters} failed={messages.deadLettersFailed} skeleton={skeleton}>
        {(loaded) => <DeadLetters counts={loaded.deadLetters} />}
      </QueryView>
      <QueryView panel query={performance} failed={messages.driftFailed} skeleton={skeleton}>
        {(loaded) => <Drift performance={loaded} />}
      </QueryView>
    </chakra.div>
  );
}

type BusinessProps = { overview: OverviewResponse; refresh: ReactNode };

function Business({ overview, refresh }: BusinessProps) {
  const { mrrCents, paying, active, trialsEnding, churn, failedPayments, webhooks } = overview;
  return (
    <>
      <Panel title={messages.business} meta={refresh}>
        <StatRow
          layout="line"
          stats={[
            { name: messages.mrr, value: money(mrrCents / 100), note: messages.payingNote(paying) },
            { name: messages.activeNow, value: String(active), note: messages.activeNote },
            {
              name: messages.trialsEnding,
              value: String(trialsEnding),
              note: messages.trialsEndingNote,
            },
            {
              name: messages.churn,
              value: churn.share === null ? messages.dash : percent(churn.share),
              note: messages.churnNote(churn.users),
            },
          ]}
        />
      </Panel>
      <Panel title={messages.needsCare}>
        <StatRow
          layout="line"
          stats={[
            {
              name: messages.failedPayments,
              value: String(failedPayments.payments),
              note: messages.failedPaymentsNote(money(failedPayments.cents / 100)),
            },
            {
              name: messages.webhooksWaiting,
              value: String(webhooks.waiting),
              note: messages.webhookLag(webhooks.oldestSeconds),
            },
            {
              name: messages.webhooksGivenUp,
              value: String(webhooks.failed),
              note: messages.last30Days,
            },
          ]}
        />
      </Panel>
    </>
  );
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
