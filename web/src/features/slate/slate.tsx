import { chakra } from "@chakra-ui/react/styled-system";
import type { Sport } from "@orbline/proto/constants/predictions";
import type { SlateResponse } from "@orbline/proto/http/prediction/slate";
import { useQuery } from "@tanstack/react-query";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { PriceAge, SlateBadge } from "#/components/betting/slate-badge.tsx";
import { MarketOnly } from "#/components/betting/market-only.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Time } from "#/components/data/time.tsx";
import { percent } from "#/lib/format.ts";
import { slateQuery } from "#/shared/slate.ts";
import { messages } from "./messages.ts";
import { slateMessages, sportNames } from "#/shared/messages.ts";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";

/** The games of a sport that can be picked now, with the bookmakers' consensus. */
export function SlateGames({ sport }: { sport: Sport }) {
  return (
    <QueryView
      panel
      query={useQuery(slateQuery(sport))}
      failed={messages.failed}
      skeleton={
        <Panel as="div">
          <SkeletonRows rows={6} />
        </Panel>
      }
      text={messages.outdated}
      mb={4}
    >
      {(slate) => (
        <>
          <chakra.div mb={4}>
            <SlateBadge slate={slate.slate} />
          </chakra.div>
          <Games slate={slate} />
        </>
      )}
    </QueryView>
  );
}

type Game = SlateResponse["games"][number];

function chance(value: number | null = null) {
  return value === null ? messages.unpriced : percent(value);
}

function columnsFor({ sport, games }: SlateResponse): Column<Game>[] {
  // A fight has no home side.
  const sides = sport === "ufc" ? messages.fighters : messages.sides;
  const draw = {
    name: messages.draw,
    numeric: true,
    cell: ({ consensus }: Game) => chance(consensus?.draw),
  };
  const withDraw = games.some(({ consensus }) => typeof consensus?.draw === "number");
  return [
    {
      name: messages.game,
      cell: ({ home, away, marketOnly }) => (
        <>
          {messages.at(away, home)}
          <MarketOnly marketOnly={marketOnly} />
        </>
      ),
    },
    {
      name: messages.starts,
      wide: true,
      cell: ({ startsAt }) => (
        <chakra.span textStyle="num" fontSize="13px">
          <Time at={startsAt} of="start" />
        </chakra.span>
      ),
    },
    { name: sides.home, numeric: true, cell: ({ consensus }) => chance(consensus?.home) },
    ...(withDraw ? [draw] : []),
    { name: sides.away, numeric: true, cell: ({ consensus }) => chance(consensus?.away) },
    { name: messages.books, numeric: true, cell: ({ books }) => books },
  ];
}

function Games({ slate }: { slate: SlateResponse }) {
  const { games, sport } = slate;
  const name = sportNames[sport];
  if (games.length === 0)
    return (
      <Panel>
        <EmptyState title={messages.empty} text={messages.emptyText(name)} />
      </Panel>
    );
  return (
    <Panel
      title={messages.count(games.length)}
      meta={<PriceAge pricedAt={slate.slate.pricedAt} />}
      ticks
    >
      <DataTable
        caption={messages.caption(name)}
        columns={columnsFor(slate)}
        rows={games.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))}
        keyOf={({ id }) => id}
      />
      {games.some(({ marketOnly }) => marketOnly) && (
        <PanelFooter>{slateMessages.marketOnlyNote}</PanelFooter>
      )}
    </Panel>
  );
}
