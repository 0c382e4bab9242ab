import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry } from "@orbline/proto/http/prediction-history";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { Button } from "#/components/ui/button.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { LoadMore } from "#/components/feedback/load-more.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { EmptyState, ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { day, money, signedMoney } from "#/lib/format.ts";
import { historyQuery, type HistoryFilter } from "../api.ts";
import { entryName } from "./entry-name.ts";
import { HistoryFilters } from "./history-filters.tsx";
import { HistoryTotals } from "./history-totals.tsx";
import { ProfitPanel } from "./profit-panel.tsx";
import { messages } from "../messages.ts";

const columns: Column<HistoryEntry>[] = [
  {
    name: messages.columns.bet,
    cell: (entry) => <Link to={`/predictions/${entry.id}`}>{entryName(entry)}</Link>,
  },
  {
    name: messages.columns.made,
    cell: ({ createdAt }) => (
      <chakra.span whiteSpace="nowrap" fontSize={{ base: "13px", md: "inherit" }}>
        {day(createdAt)}
      </chakra.span>
    ),
  },
  { name: messages.columns.result, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    name: messages.columns.odds,
    numeric: true,
    cell: ({ parlayOdds }) => <Odds value={parlayOdds} fontSize="13px" />,
  },
  { name: messages.columns.stake, numeric: true, cell: ({ stake }) => money(stake) },
  {
    name: messages.columns.profit,
    numeric: true,
    cell: ({ outcome, profit }) => (outcome === "open" ? "–" : signedMoney(profit)),
  },
];

const Loading = () => (
  <Panel as="div" aria-busy>
    <PanelBody display="grid" gap={5}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} />
      ))}
    </PanelBody>
  </Panel>
);

const Summary = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    mb: 4,
    gridTemplateColumns: { base: "minmax(0, 1fr)", xl: "304px minmax(0, 1fr)" },
  },
});

const isFiltered = (filter: HistoryFilter) => Object.values(filter).some(Boolean);

const Nothing = ({ filter, onChange }: HistoryProps) => (
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

const Listed = ({ filter, onChange }: HistoryProps) => {
  const query = useInfiniteQuery(historyQuery(filter));
  const { data, error, refetch } = query;
  if (error && !data)
    return (
      <Panel>
        <ErrorState error={error} title={messages.historyFailed} onRetry={() => void refetch()} />
      </Panel>
    );
  const [first] = data?.pages ?? [];
  if (!data || !first) return <Loading />;
  const entries = data.pages.flatMap((page) => page.predictions);
  if (entries.length === 0)
    return (
      <>
        <StaleBanner query={query} mb={4} />
        <Nothing filter={filter} onChange={onChange} />
      </>
    );
  return (
    <>
      <StaleBanner query={query} mb={4} />
      <chakra.div mb={4}>
        <SlateBadge slate={entries[0]?.slate} />
      </chakra.div>
      <Summary>
        {!isFiltered(filter) && <HistoryTotals totals={first.totals} />}
        <ProfitPanel entries={entries} />
      </Summary>
      <Panel as="div">
        <DataTable
          caption={messages.historyTitle}
          columns={columns}
          rows={entries}
          keyOf={({ id }) => id}
        />
      </Panel>
      {query.hasNextPage && (
        <chakra.div mt={4}>
          <LoadMore query={query} />
        </chakra.div>
      )}
    </>
  );
};

type HistoryProps = { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void };

/** All predictions of the user with their totals and running profit; losses are counted like wins. */
export const History = (props: HistoryProps) => (
  <>
    <HistoryFilters {...props} />
    <Listed {...props} />
  </>
);
