import { chakra } from "@chakra-ui/react/styled-system";
import type {
  HistoryEntry,
  HistoryResponse,
  HistorySeries,
} from "@orbline/proto/http/prediction/history";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useDeferredValue, type ComponentProps } from "react";
import { Button } from "#/components/ui/button.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { lines } from "#/components/data/table-lines.ts";
import { ButtonLink } from "#/components/ui/link.tsx";
import { LoadMore } from "#/components/feedback/stale-banner.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { listedDay, money, percent, signedMoney } from "#/lib/format.ts";
import { useNow } from "#/lib/use-now.ts";
import { historyQuery, historySeriesQuery, type HistoryFilter } from "../api.ts";
import { entryColumns } from "../entry-columns.tsx";
import { returnStat } from "./betting-profile.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { ProfitPanel } from "./profit-panel.tsx";
import { messages } from "../messages.ts";
import { OfflineList } from "../offline/offline-list.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";

const columns: Column<HistoryEntry>[] = [
  ...entryColumns<HistoryEntry>(({ parlayOdds, outcome }) => ({ odds: parlayOdds, outcome })),
  {
    name: messages.columns.stake,
    numeric: true,
    atEnd: true,
    plain: true,
    // On phones a settled one shows its profit alone.
    cell: ({ stake, outcome }) => (
      <chakra.span srOnly={{ mdDown: outcome !== "open" }}>{money(stake)}</chakra.span>
    ),
  },
  {
    name: messages.columns.profit,
    numeric: true,
    plain: true,
    cell: ({ outcome, profit }) => outcome !== "open" && signedMoney(profit),
  },
];

const Summary = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    gridTemplateColumns: { base: "minmax(0, 1fr)", xl: "304px minmax(0, 1fr)" },
  },
});

const isFiltered = (filter: HistoryFilter) => Object.values(filter).some(Boolean);

type HistoryProps = { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void };

/** All predictions of the user with totals and the profit by day. */
export function History({ filter, onChange }: HistoryProps) {
  const query = useInfiniteQuery(historyQuery(filter));
  const series = useQuery(historySeriesQuery(filter));
  const now = useNow();
  // The list waits for the chart above it, so that it does not move. Deferring its render splits it into short tasks.
  const data = useDeferredValue(series.isPending ? undefined : query.data);
  return (
    <>
      <chakra.p color="fg.muted" mb={4}>
        {messages.historyProfits}
      </chakra.p>
      <HistoryFilters filter={filter} onChange={onChange} />
      <QueryView
        panel
        query={{ ...query, data }}
        failed={messages.historyFailed}
        offline={<OfflineList isAddition />}
        skeleton={
          <Panel as="div">
            <SkeletonRows rows={5} />
          </Panel>
        }
        mb={4}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.predictions);
          if (entries.length === 0) return <Nothing filter={filter} onChange={onChange} />;
          return (
            <chakra.div display="grid" gap={4} gridTemplateColumns="minmax(0, 1fr)">
              <SlateBadge slate={entries[0]?.slate} />
              <Figures days={series.data?.days} totals={pages[0]?.totals} />
              <Panel as="div">
                <DataTable
                  narrow={lines}
                  caption={messages.historyTitle}
                  columns={columns}
                  rows={entries}
                  keyOf={({ id }) => id}
                  groupOf={({ createdAt }) => messages.made(listedDay(createdAt, now))}
                />
              </Panel>
              <div>{query.hasNextPage && <LoadMore query={query} />}</div>
            </chakra.div>
          );
        }}
      </QueryView>
    </>
  );
}

/** The totals and the profit by day beside them once predictions were settled on two days. */
function Figures({ days = [], totals }: FiguresProps) {
  if (!totals) return null;
  const chart = days.length >= 2 && <ProfitPanel days={days} total={totals.profit} />;
  if (!chart) return <Totals totals={totals} layout="line" />;
  return (
    <Summary>
      <Totals totals={totals} layout="besideChart" />
      {chart}
    </Summary>
  );
}

type FiguresProps = {
  days: HistorySeries["days"] | undefined;
  totals: HistoryResponse["totals"] | undefined;
};

function Nothing({ filter, onChange }: HistoryProps) {
  return (
    <Panel>
      {isFiltered(filter) ? (
        <EmptyState
          icon={<SearchX size={24} />}
          title={messages.filteredEmpty}
          text={messages.filteredEmptyText}
          action={<Button onClick={() => onChange({})}>{messages.clearFilters}</Button>}
        />
      ) : (
        <EmptyState
          icon={<LogoMark size={48} dimmed />}
          title={messages.historyEmpty}
          text={messages.historyEmptyText}
          action={<ButtonLink to="/">{messages.toMachine}</ButtonLink>}
        />
      )}
    </Panel>
  );
}

/** Totals of the predictions that match the filters, on all pages. */
function Totals({ totals, layout }: TotalsProps) {
  const { settled, won, lost, open, atStake } = totals;
  const shareOf = (n: number) => (won + lost === 0 ? "" : percent(n / (won + lost)));
  return (
    <Panel as="div" ticks display="grid">
      <StatRow
        layout={layout}
        stats={[
          {
            name: messages.settled,
            value: String(settled),
            note: settled > won + lost ? messages.returnedStake(settled - won - lost) : "",
          },
          { name: messages.won, value: String(won), note: shareOf(won) },
          { name: messages.lost, value: String(lost), note: shareOf(lost) },
          returnStat(totals),
        ]}
      />
      <PanelFooter>{messages.openSuggested(open, money(atStake))}</PanelFooter>
    </Panel>
  );
}

type TotalsProps = Pick<HistoryResponse, "totals"> & Pick<ComponentProps<typeof StatRow>, "layout">;
