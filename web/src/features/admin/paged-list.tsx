import { chakra } from "@chakra-ui/react/styled-system";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { LoadMore, type MorePages } from "#/components/feedback/load-more.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { EmptyState, ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { useFailureNotice } from "./use-failure-notice.ts";

/** The part of an infinite query that a list needs. */
type Pages = MorePages & {
  data: unknown;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

type PagedListProps<Row> = {
  query: Pages;
  /** Undefined until the first page is there. */
  rows: readonly Row[] | undefined;
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  failed: string;
  empty: { title: string; text?: string };
};

/** An id or a moment; in a table it stays on one line. */
export const Mono = chakra("span", {
  base: { textStyle: "numSm", whiteSpace: { lg: "nowrap" } },
});

const Scroll = chakra("div", {
  base: {
    overflowX: "auto",
    _focusVisible: { outline: "2px solid {colors.accent.focus}", outlineOffset: "-2px" },
  },
});

/** A list of the admin's, page by page: skeleton, failure with retry, emptiness, rows, more; rows stay when newer ones fail. */
export const PagedList = <Row,>(props: PagedListProps<Row>): ReactNode => {
  const { query, rows, failed, empty } = props;
  useFailureNotice(query.error, failed);
  if (query.error && rows === undefined)
    return <ErrorState error={query.error} title={failed} onRetry={() => void query.refetch()} />;
  if (query.isPending || rows === undefined)
    return (
      <PanelBody display="grid" gap={6} aria-busy>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} />
        ))}
      </PanelBody>
    );
  return (
    <>
      <StaleBanner query={query} m={{ base: 4, md: 5 }} />
      {rows.length === 0 && <EmptyState icon={<Inbox size={24} />} {...empty} />}
      {rows.length > 0 && (
        <Scroll role="region" aria-label={props.caption} tabIndex={0}>
          <DataTable
            cardsOn="tablets"
            caption={props.caption}
            columns={props.columns}
            rows={rows}
            keyOf={props.keyOf}
          />
        </Scroll>
      )}
      {query.hasNextPage && (
        <PanelFooter>
          <LoadMore query={query} />
        </PanelFooter>
      )}
    </>
  );
};
