import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry, HistoryResponse } from "@orbline/proto/http/prediction";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../../../components/ui/button.tsx";
import { ButtonLink } from "../../../components/ui/link.tsx";
import { Panel, PanelBody } from "../../../components/ui/panel.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../components/ui/states.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { day, money, percent, signedMoney, signedPercent } from "../../../lib/format.ts";
import { predictionTexts as texts } from "../../../texts/prediction.ts";
import { historyQuery } from "../api.ts";
import { entryName } from "../entry-name.ts";
import { Odds } from "../../../components/ui/odds.tsx";
import { Outcome } from "../../../components/ui/outcome.tsx";
import { SlateBadge } from "../../../components/ui/slate-badge.tsx";

const Stats = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "1fr 1fr", md: "repeat(4, 1fr)" },
    "& > div": { px: { base: 4, md: 5 }, py: 4 },
  },
});
const Card = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    gap: 1,
    px: 4,
    py: 3,
    "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" },
  },
});

const Totals = ({ totals }: { totals: HistoryResponse["totals"] }) => {
  const { settled, won, lost, staked, returned, profit } = totals;
  const stats = [
    { name: texts.settled, value: String(settled), note: "" },
    { name: texts.won, value: String(won), note: settled === 0 ? "" : percent(won / settled) },
    { name: texts.lost, value: String(lost), note: settled === 0 ? "" : percent(lost / settled) },
    {
      name: texts.return,
      value: staked === 0 ? "–" : signedPercent(profit / staked),
      note: texts.stakedReturned(money(staked), money(returned)),
    },
  ];
  return (
    <Panel as="div" ticks mb={4}>
      <Stats>
        {stats.map(({ name, value, note }) => (
          <div key={name}>
            <chakra.dt textStyle="label" color="fg.muted">
              {name}
            </chakra.dt>
            <chakra.dd
              textStyle="numLg"
              minHeight="28px"
              color={name === texts.return && profit < 0 ? "fg.loss" : "fg"}
            >
              {value}
            </chakra.dd>
            <chakra.dd textStyle="small" color="fg.subtle">
              {note}
            </chakra.dd>
          </div>
        ))}
      </Stats>
    </Panel>
  );
};

const profitText = (entry: HistoryEntry) =>
  entry.outcome === "open" ? "" : signedMoney(entry.profit);

const Rows = ({ entries }: { entries: HistoryEntry[] }) => (
  <Table hideBelow="lg">
    <thead>
      <tr>
        <th scope="col">{texts.columns.made}</th>
        <th scope="col">{texts.columns.bet}</th>
        <th scope="col">{texts.columns.result}</th>
        <th scope="col" data-numeric>
          {texts.columns.odds}
        </th>
        <th scope="col" data-numeric>
          {texts.columns.stake}
        </th>
        <th scope="col" data-numeric>
          {texts.columns.profit}
        </th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td>{day(entry.createdAt)}</td>
          <td>{entryName(entry)}</td>
          <td>
            <Outcome outcome={entry.outcome} />
          </td>
          <td data-numeric>
            <Odds value={entry.parlayOdds} fontSize="13px" />
          </td>
          <td data-numeric>{money(entry.stake)}</td>
          <td data-numeric>{profitText(entry)}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

const Cards = ({ entries }: { entries: HistoryEntry[] }) => (
  <chakra.ul listStyle="none" p={0} hideFrom="lg">
    {entries.map((entry) => (
      <Card key={entry.id}>
        <chakra.b fontWeight={600}>{entryName(entry)}</chakra.b>
        <Outcome outcome={entry.outcome} />
        <chakra.span textStyle="small" color="fg.subtle">
          {day(entry.createdAt)} · {money(entry.stake)} ·{" "}
          <Odds value={entry.parlayOdds} fontSize="13px" />
        </chakra.span>
        <chakra.span textStyle="num" textAlign="end">
          {profitText(entry)}
        </chakra.span>
      </Card>
    ))}
  </chakra.ul>
);

const Loading = () => (
  <Panel as="div" aria-busy>
    <PanelBody display="grid" gap={5}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} />
      ))}
    </PanelBody>
  </Panel>
);

/** All predictions of the user with their totals; losses are counted like wins. */
export const History = () => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(historyQuery);
  if (error)
    return (
      <Panel>
        <ErrorState error={error} title={texts.historyFailed} onRetry={() => void refetch()} />
      </Panel>
    );
  const [first] = data?.pages ?? [];
  if (!data || !first) return <Loading />;
  const entries = data.pages.flatMap((page) => page.predictions);
  if (entries.length === 0)
    return (
      <Panel>
        <EmptyState
          title={texts.historyEmpty}
          text={texts.historyEmptyText}
          action={<ButtonLink to="/">{texts.toMachine}</ButtonLink>}
        />
      </Panel>
    );
  return (
    <>
      <chakra.div mb={4}>
        <SlateBadge slate={entries[0]?.slate} />
      </chakra.div>
      <Totals totals={first.totals} />
      <Panel as="div">
        <Rows entries={entries} />
        <Cards entries={entries} />
      </Panel>
      {hasNextPage && (
        <Button
          mt={4}
          onClick={() => void fetchNextPage()}
          busyText={isFetchingNextPage && texts.processing}
        >
          {texts.loadMore}
        </Button>
      )}
    </>
  );
};
