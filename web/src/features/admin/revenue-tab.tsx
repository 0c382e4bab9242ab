import { chakra } from "@chakra-ui/react/styled-system";
import type { RevenueResponse } from "@orbline/proto/http/admin/payments";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BarsChart } from "#/components/charts/charts.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { money, percent } from "#/lib/format.ts";
import { revenueQuery } from "./api.ts";
import { Pick, RefreshButton, Toolbar, useFailureNotice } from "./list-tab.tsx";
import { operationMessages } from "./messages.ts";

const Halves = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "2fr 1fr" },
  },
});

type Sum = RevenueResponse["total"];

const dollars = (cents: number) => money(cents / 100);

type Span = (typeof spans)[number];

/** What was paid and given back, by month and plan, and how many trials led to a payment. */
export function RevenueTab() {
  const [span, setSpan] = useState<Span>("12");
  const query = useQuery(revenueQuery(monthsBack(new Date(), Number(span))));
  const retry = () => void query.refetch();
  useFailureNotice(query.error, operationMessages.revenueFailed);
  return (
    <chakra.div display="grid" gap={4}>
      <Panel as="div">
        <Toolbar borderBottomWidth={0}>
          <Pick
            label={operationMessages.months}
            values={spans}
            value={span}
            nameOf={(value) => operationMessages.lastMonths(Number(value))}
            onChange={(chosen) => chosen && setSpan(chosen)}
          />
          <RefreshButton onClick={retry} busy={query.isFetching} />
        </Toolbar>
      </Panel>
      {query.error && !query.data && (
        <Panel>
          <ErrorState error={query.error} title={operationMessages.revenueFailed} onRetry={retry} />
        </Panel>
      )}
      <StaleBanner query={query} />
      {query.isPending && (
        <Panel as="div" aria-busy>
          <PanelBody display="grid" gap={6}>
            <Skeleton height={14} />
            <Skeleton height={40} />
          </PanelBody>
        </Panel>
      )}
      {query.data && <Figures revenue={query.data} />}
    </chakra.div>
  );
}

const sumColumns: Column<Sum>[] = [
  { name: operationMessages.count, numeric: true, cell: ({ payments }) => payments },
  { name: operationMessages.gross, numeric: true, cell: ({ grossCents }) => dollars(grossCents) },
  {
    name: operationMessages.refunded,
    numeric: true,
    cell: ({ refundedCents }) => dollars(refundedCents),
  },
  { name: operationMessages.net, numeric: true, cell: ({ netCents }) => dollars(netCents) },
];
const monthColumns: Column<RevenueResponse["months"][number]>[] = [
  { name: operationMessages.month, cell: ({ month }) => month },
  ...sumColumns,
  {
    name: operationMessages.trialsStarted,
    numeric: true,
    cell: ({ trialsStarted }) => trialsStarted,
  },
];
const planColumns: Column<Sum & { plan: string }>[] = [
  { name: operationMessages.plan, cell: ({ plan }) => plan },
  ...sumColumns,
];

type Active = RevenueResponse["active"][number];
const activeColumns: Column<Active>[] = [
  { name: operationMessages.activeBy, cell: ({ plan }) => plan },
  { name: operationMessages.users, numeric: true, cell: ({ users }) => users },
];

/** The first month in UTC, such as `2026-01`, of the last `count` months up to the current one. */
export function monthsBack(now: Date, count: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1, 1))
    .toISOString()
    .slice(0, 7);
}

function statsOf({ total, trials }: RevenueResponse) {
  return [
    {
      name: operationMessages.gross,
      value: dollars(total.grossCents),
      note: operationMessages.paymentsCount(total.payments),
    },
    { name: operationMessages.refunded, value: dollars(total.refundedCents), note: "" },
    {
      name: operationMessages.net,
      value: dollars(total.netCents),
      note: operationMessages.netNote,
    },
    {
      name: operationMessages.trials,
      value:
        trials.conversionRate === null ? operationMessages.none : percent(trials.conversionRate),
      note: operationMessages.trialsNote(trials.converted, trials.started),
    },
  ];
}

function ByPlan({ revenue: { plans, affiliates } }: { revenue: RevenueResponse }) {
  return (
    <Panel title={operationMessages.byPlan}>
      {plans.length === 0 ? (
        <PanelBody color="fg.muted">{operationMessages.noRevenue}</PanelBody>
      ) : (
        <DataTable
          caption={operationMessages.byPlan}
          columns={planColumns}
          rows={plans}
          keyOf={({ plan }) => plan}
        />
      )}
      <PanelFooter>
        {operationMessages.affiliates(affiliates.conversions, dollars(affiliates.cents))}
      </PanelFooter>
    </Panel>
  );
}

function ActiveNow({ active }: { active: readonly Active[] }) {
  return (
    <Panel title={operationMessages.activeNow}>
      {active.length === 0 ? (
        <PanelBody color="fg.muted">{operationMessages.nobody}</PanelBody>
      ) : (
        <DataTable
          cardsOn="never"
          caption={operationMessages.activeNow}
          columns={activeColumns}
          rows={active}
          keyOf={({ plan }) => plan}
        />
      )}
    </Panel>
  );
}

const spans = ["3", "12", "24"] as const;
function ByMonth({ revenue: { months, total } }: { revenue: RevenueResponse }) {
  return (
    <Panel title={operationMessages.byMonth}>
      <PanelBody>
        <BarsChart
          bars={months.map(({ month, netCents }) => ({ name: month, value: netCents / 100 }))}
          format={(value) => money(value).replace(/\.00$/, "")}
          label={operationMessages.chartLabel(months.length, dollars(total.netCents))}
        />
      </PanelBody>
      <ChartTable label={operationMessages.asTable}>
        <DataTable
          caption={operationMessages.byMonth}
          columns={monthColumns}
          rows={months.toReversed()}
          keyOf={({ month }) => month}
        />
      </ChartTable>
    </Panel>
  );
}

function Figures({ revenue }: { revenue: RevenueResponse }) {
  return (
    <>
      <Panel as="div" ticks>
        <StatRow stats={statsOf(revenue)} layout="line" />
      </Panel>
      <Halves>
        <ByMonth revenue={revenue} />
        <ActiveNow active={revenue.active} />
      </Halves>
      <ByPlan revenue={revenue} />
    </>
  );
}
