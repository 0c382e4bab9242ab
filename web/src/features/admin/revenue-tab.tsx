import { chakra } from "@chakra-ui/react/styled-system";
import type { OverviewResponse } from "@orbline/proto/http/admin/overview";
import type { RevenueResponse } from "@orbline/proto/http/admin/payments";
import { useQuery } from "@tanstack/react-query";
import { useState, type ComponentProps, type ReactNode } from "react";
import { BarsChart } from "#/components/charts/charts.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { money, percent } from "#/lib/format.ts";
import { overviewQuery, revenueQuery } from "./api.ts";
import { Pick, RefreshButton, Toolbar, useFailureToast } from "./list-tab.tsx";
import { messages, planName } from "./messages.ts";

type Sum = RevenueResponse["total"];
const spans = ["3", "12", "24"] as const;

/** Payments and refunds by month and plan, and the share of ended trials that led to a payment. */
export function RevenueTab() {
  const [span, setSpan] = useState<(typeof spans)[number]>("12");
  const query = useQuery(revenueQuery(monthsBack(new Date(), Number(span))));
  useFailureToast(query.error, messages.revenueFailed);
  return (
    <chakra.div display="grid" gap={4}>
      <Panel as="div">
        <Toolbar borderBottomWidth={0}>
          <Pick
            label={messages.months}
            values={spans}
            value={span}
            nameOf={(value) => messages.lastMonths(Number(value))}
            onChange={(chosen) => chosen && setSpan(chosen)}
          />
          <RefreshButton onClick={() => void query.refetch()} busy={query.isFetching} />
        </Toolbar>
      </Panel>
      <QueryView
        panel
        query={query}
        failed={messages.revenueFailed}
        skeleton={
          <Panel as="div">
            <SkeletonRows rows={2} height={27} />
          </Panel>
        }
      >
        {(revenue) => <Figures revenue={revenue} />}
      </QueryView>
    </chakra.div>
  );
}

/** The first month in UTC, such as `2026-01`, of the last `count` months up to the current one. */
export function monthsBack(now: Date, count: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1, 1))
    .toISOString()
    .slice(0, 7);
}

function Figures({ revenue }: { revenue: RevenueResponse }) {
  const { active, affiliates, plans } = revenue;
  const { data: overview } = useQuery(overviewQuery());
  return (
    <>
      <Panel as="div" ticks>
        <StatRow stats={statsOf(revenue, overview)} layout="line" />
      </Panel>
      <chakra.div
        display="grid"
        gap={4}
        gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "2fr 1fr" }}
      >
        <ByMonth revenue={revenue} />
        <TablePanel
          caption={messages.activeNow}
          empty={messages.nobody}
          cardsOn="never"
          columns={activeColumns}
          rows={active}
          keyOf={({ plan }) => plan}
        />
      </chakra.div>
      <TablePanel
        caption={messages.byPlan}
        empty={messages.noRevenue}
        columns={planColumns}
        rows={plans}
        keyOf={({ plan }) => plan}
        footer={messages.affiliates(affiliates.conversions, dollars(affiliates.cents))}
      />
    </>
  );
}

function statsOf({ total, trials }: RevenueResponse, now: OverviewResponse | undefined) {
  const { conversionRate, converted, started, running } = trials;
  return [
    {
      name: messages.mrr,
      value: now ? dollars(now.mrrCents) : messages.dash,
      note: now ? messages.payingNote(now.paying) : "",
    },
    {
      name: messages.gross,
      value: dollars(total.grossCents),
      note: messages.paymentsCount(total.payments),
    },
    {
      name: messages.net,
      value: dollars(total.netCents),
      note: messages.netNote(dollars(total.refundedCents)),
    },
    {
      name: messages.trials,
      value: conversionRate === null ? messages.dash : percent(conversionRate),
      note: messages.trialsNote(converted, started - running, running),
    },
  ];
}

const monthFormat = new Intl.DateTimeFormat("en-US", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** A month of the UTC calendar, `YYYY-MM`, e.g. `Nov 2026`. */
const utcMonth = (month: string) => monthFormat.format(new Date(month));

const sumColumns: Column<Sum>[] = [
  { name: messages.payments, numeric: true, cell: ({ payments }) => payments },
  { name: messages.gross, numeric: true, cell: ({ grossCents }) => dollars(grossCents) },
  { name: messages.refunded, numeric: true, cell: ({ refundedCents }) => dollars(refundedCents) },
  { name: messages.net, numeric: true, cell: ({ netCents }) => dollars(netCents) },
];
const monthColumns: Column<RevenueResponse["months"][number]>[] = [
  { name: messages.month, cell: ({ month }) => utcMonth(month) },
  ...sumColumns,
  { name: messages.trialsStarted, numeric: true, cell: ({ trialsStarted }) => trialsStarted },
];
const planColumns: Column<Sum & { plan: string }>[] = [
  { name: messages.plan, cell: ({ plan }) => planName(plan) },
  ...sumColumns,
];
const activeColumns: Column<RevenueResponse["active"][number]>[] = [
  { name: messages.activeBy, cell: ({ plan }) => planName(plan) },
  { name: messages.users, numeric: true, cell: ({ users }) => users },
];

/** A chart of the months from the first one with a payment or a refund, and a table of all months. */
function ByMonth({ revenue: { months, total } }: { revenue: RevenueResponse }) {
  const first = months.findIndex((month) => month.grossCents !== 0 || month.netCents !== 0);
  const charted = first === -1 ? [] : months.slice(first);
  return (
    <Panel title={messages.byMonth}>
      <PanelBody color={charted.length === 0 ? "fg.muted" : undefined}>
        {charted.length === 0 ? (
          messages.noRevenue
        ) : (
          <BarsChart
            bars={charted.map(({ month, netCents }) => ({
              name: utcMonth(month),
              value: netCents / 100,
              text: messages.netOf(utcMonth(month), dollars(netCents)),
            }))}
            format={(value) => money(value).replace(/\.00$/, "")}
            label={messages.chartLabel(charted.length, dollars(total.netCents))}
          />
        )}
      </PanelBody>
      <ChartTable label={messages.asTable}>
        <DataTable
          caption={messages.byMonth}
          columns={monthColumns}
          rows={months.toReversed()}
          keyOf={({ month }) => month}
        />
      </ChartTable>
    </Panel>
  );
}

type TablePanelProps<Row> = ComponentProps<typeof DataTable<Row>> & {
  /** Text in place of a table without rows. */
  empty: string;
  footer?: ReactNode;
};

function TablePanel<Row>({ empty, footer, ...table }: TablePanelProps<Row>) {
  return (
    <Panel title={table.caption}>
      {table.rows.length === 0 ? (
        <PanelBody color="fg.muted">{empty}</PanelBody>
      ) : (
        <DataTable {...table} />
      )}
      {footer !== undefined && <PanelFooter>{footer}</PanelFooter>}
    </Panel>
  );
}

function dollars(cents: number): string {
  return money(cents / 100);
}
