import type { SportRatings } from "@orbline/proto/http/admin/ratings";
import { useQuery } from "@tanstack/react-query";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { ratingsQuery } from "./api.ts";
import { Mono, RefreshButton, Toolbar, useFailureToast } from "./list-tab.tsx";
import { messages } from "./messages.ts";

/** How fresh the live ratings of each sport are, and what holds them up. */
export function RatingsTab() {
  const query = useQuery(ratingsQuery());
  useFailureToast(query.error, messages.ratingsFailed);
  return (
    <Panel as="div">
      <Toolbar>
        <RefreshButton onClick={() => void query.refetch()} busy={query.isFetching} />
      </Toolbar>
      <QueryView
        query={query}
        failed={messages.ratingsFailed}
        skeleton={<SkeletonRows rows={7} height={27} />}
      >
        {({ ratings }) =>
          ratings.length === 0 ? (
            <EmptyState title={messages.ratingsEmpty} text={messages.ratingsEmptyText} />
          ) : (
            <DataTable
              caption={messages.ratings}
              columns={columns}
              rows={ratings}
              keyOf={({ sport }) => sport}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}

const columns: Column<SportRatings>[] = [
  { name: messages.sport, cell: ({ sport }) => sport.toUpperCase() },
  { name: messages.source, cell: ({ source }) => source ?? messages.notSold },
  { name: messages.lastGame, cell: ({ ratedTo }) => <Mono>{ratedTo}</Mono> },
  { name: messages.daysBehind, numeric: true, cell: ({ daysBehind }) => daysBehind },
  { name: messages.ratedGames, numeric: true, cell: ({ rated }) => rated },
  {
    name: messages.fetchedTo,
    cell: ({ completeTo }) => <Mono>{completeTo ?? messages.dash}</Mono>,
  },
  { name: messages.staleTeams, numeric: true, cell: ({ staleTeams }) => staleTeams },
  {
    name: messages.withModel,
    numeric: true,
    cell: ({ gamesToday, modelToday }) => messages.ofGames(modelToday, gamesToday),
  },
  {
    name: messages.remarks,
    wide: true,
    cell: ({ failure, missing }) =>
      failure ?? (missing === null ? messages.dash : messages.notReported(missing)),
  },
];
