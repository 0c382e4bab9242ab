import { chakra } from "@chakra-ui/react/styled-system";
import type { RevenueResponse } from "@orbline/proto/http/admin-payments";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BarsChart } from "#/components/charts/bars-chart.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { money, percent } from "#/lib/format.ts";
import { operationTexts as texts } from "#/texts/admin-operations.ts";
import { monthsBack } from "#/features/admin/months-back.ts";
import { revenueQuery } from "#/features/admin/payments-api.ts";
import { useFailureNotice } from "#/features/admin/use-failure-notice.ts";
import { Bar, Pick, Refresh } from "./tool-bar.tsx";

const Halves = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "2fr 1fr" },
  },
});

type Sum = RevenueResponse["total"];

const dollars = (cents: number) => money(cents / 100);

const statsOf = ({ total, trials }: RevenueResponse) => [
  {
    name: texts.gross,
    value: dollars(total.grossCents),
    note: texts.paymentsCount(total.payments),
  },
  { name: texts.refunded, value: dollars(total.refundedCents), note: "" },
  { name: texts.net, value: dollars(total.netCents), note: texts.netNote },
  {
    name: texts.trials,
    value: trials.conversionRate === null ? texts.none : percent(trials.conversionRate),
    note: texts.trialsNote(trials.converted, trials.started),
  },
];

const sumColumns: Column<Sum>[] = [
  { name: texts.count, numeric: true, cell: ({ payments }) => payments },
  { name: texts.gross, numeric: true, cell: ({ grossCents }) => dollars(grossCents) },
  { name: texts.refunded, numeric: true, cell: ({ refundedCents }) => dollars(refundedCents) },
  { name: texts.net, numeric: true, cell: ({ netCents }) => dollars(netCents) },
];
const monthColumns: Column<RevenueResponse["months"][number]>[] = [
  { name: texts.month, cell: ({ month }) => month },
  ...sumColumns,
  { name: texts.trialsStarted, numeric: true, cell: ({ trialsStarted }) => trialsStarted },
];
const planColumns: Column<Sum & { plan: string }>[] = [
  { name: texts.plan, cell: ({ plan }) => plan },
  ...sumColumns,
];

type Active = RevenueResponse["active"][number];
const activeColumns: Column<Active>[] = [
  { name: texts.activeBy, cell: ({ plan }) => plan },
  { name: texts.users, numeric: true, cell: ({ users }) => users },
];

const ByPlan = ({ revenue: { plans, affiliates } }: { revenue: RevenueResponse }) => (
  <Panel title={texts.byPlan}>
    {plans.length === 0 ? (
      <PanelBody color="fg.muted">{texts.noRevenue}</PanelBody>
    ) : (
      <DataTable
        caption={texts.byPlan}
        columns={planColumns}
        rows={plans}
        keyOf={({ plan }) => plan}
      />
    )}
    <PanelFooter>{texts.affiliates(affiliates.conversions, dollars(affiliates.cents))}</PanelFooter>
  </Panel>
);

const ActiveNow = ({ active }: { active: readonly Active[] }) => (
  <Panel title={texts.activeNow}>
    {active.length === 0 ? (
      <PanelBody color="fg.muted">{texts.nobody}</PanelBody>
    ) : (
      <DataTable
        cardsOn="never"
        caption={texts.activeNow}
        columns={activeColumns}
        rows={active}
        keyOf={({ plan }) => plan}
      />
    )}
  </Panel>
);

const ByMonth = ({ revenue: { months, total } }: { revenue: RevenueResponse }) => (
  <Panel title={texts.byMonth}>
    <PanelBody>
      <BarsChart
        bars={months.map(({ month, netCents }) => ({ name: month, value: netCents / 100 }))}
        format={(value) => money(value).replace(/\.00$/, "")}
        label={texts.chartLabel(months.length, dollars(total.netCents))}
      />
    </PanelBody>
    <ChartTable label={texts.asTable}>
      <DataTable
        caption={texts.byMonth}
        columns={monthColumns}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
      />
    </ChartTable>
  </Panel>
);

const Figures = ({ revenue }: { revenue: RevenueResponse }) => (
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

const spans = ["3", "12", "24"] as const;
type Span = (typeof spans)[number];

/** What was paid and given back, by month and plan, and how many trials led to a payment. */
export const RevenueTab = () => {
  const [span, setSpan] = useState<Span>("12");
  const query = useQuery(revenueQuery(monthsBack(new Date(), Number(span))));
  const retry = () => void query.refetch();
  useFailureNotice(query.error, texts.revenueFailed);
  return (
    <chakra.div display="grid" gap={4}>
      <Panel as="div">
        <Bar borderBottomWidth={0}>
          <Pick
            label={texts.months}
            values={spans}
            value={span}
            nameOf={(value) => texts.lastMonths(Number(value))}
            onChange={(chosen) => chosen && setSpan(chosen)}
          />
          <Refresh onClick={retry} busy={query.isFetching} />
        </Bar>
      </Panel>
      {query.error && !query.data && (
        <Panel>
          <ErrorState error={query.error} title={texts.revenueFailed} onRetry={retry} />
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
};
