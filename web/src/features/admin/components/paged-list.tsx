import { chakra } from "@chakra-ui/react/styled-system";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { DataTable, type Column } from "../../../components/ui/data-table.tsx";
import { PanelBody, PanelFooter } from "../../../components/ui/panel.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../components/ui/states.tsx";
import { adminTexts } from "../../../texts/admin.ts";
import { useFailureNotice } from "../use-failure-notice.ts";

/** The part of an infinite query that a list needs. */
type Pages = {
  error: unknown;
  isPending: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
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

/** A list of the admin's, page by page: skeleton, failure with retry, emptiness, rows, more. */
export const PagedList = <Row,>(props: PagedListProps<Row>): ReactNode => {
  const { query, rows, failed, empty } = props;
  useFailureNotice(query.error, failed);
  if (query.error)
    return <ErrorState error={query.error} title={failed} onRetry={() => void query.refetch()} />;
  if (query.isPending || rows === undefined)
    return (
      <PanelBody display="grid" gap={6} aria-busy>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} />
        ))}
      </PanelBody>
    );
  if (rows.length === 0) return <EmptyState icon={<Inbox size={24} />} {...empty} />;
  return (
    <>
      <Scroll role="region" aria-label={props.caption} tabIndex={0}>
        <DataTable
          cardsOn="tablets"
          caption={props.caption}
          columns={props.columns}
          rows={rows}
          keyOf={props.keyOf}
        />
      </Scroll>
      {query.hasNextPage && (
        <PanelFooter>
          <Button
            size="sm"
            onClick={() => void query.fetchNextPage()}
            busyText={query.isFetchingNextPage && adminTexts.loading}
          >
            {adminTexts.loadMore}
          </Button>
        </PanelFooter>
      )}
    </>
  );
};
