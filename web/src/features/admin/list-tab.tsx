import { chakra, type SystemStyleObject } from "@chakra-ui/react/styled-system";
import { Inbox, RefreshCw, Search } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { lines } from "#/components/data/table-lines.ts";
import { LoadMore, StaleBanner, type MorePages } from "#/components/feedback/stale-banner.tsx";
import { SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState, ErrorState } from "#/components/feedback/states.tsx";
import { Input } from "#/components/form/input.tsx";
import { Select } from "#/components/form/select.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { errorText } from "#/lib/api.ts";
import { notify } from "#/stores/toast-store.ts";
import { inWords, messages } from "./messages.ts";

/** An id or a time; in a table it stays on one line. */
export const Mono = chakra("span", {
  base: { textStyle: "numSm", whiteSpace: { lg: "nowrap" } },
});

/** A code in words. Its title is the code, for a search in logs. */
export const Code = ({ code }: { code: string }) => <span title={code}>{inWords(code)}</span>;

/** The row of controls above a list. */
export const Toolbar = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: 3,
    p: 4,
    borderBottomWidth: "1px",
    borderColor: "line.subtle",
  },
});

type ListTabProps<Row> = {
  query: MorePages & {
    data: unknown;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Rows of all loaded pages; undefined before the first. */
  rows: readonly Row[] | undefined;
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Title of a failure; a toast repeats it with the server's reason. */
  failed: string;
  empty: { title: string; text?: string };
  /** What rows are on small screens; `lines` by default. */
  narrow?: SystemStyleObject;
  /** Filters of the list. */
  filters: ReactNode;
  /** Size of the whole list in words. */
  count?: ReactNode;
  /** The dialog of the opened row. */
  children?: ReactNode;
};

/** A tab with one list: filters, the rows page by page, and a dialog for one of them. */
export function ListTab<Row>(props: ListTabProps<Row>) {
  const { query, rows, failed } = props;
  const refetch = () => void query.refetch();
  useFailureToast(query.error, failed);
  return (
    <Panel as="div">
      <Toolbar>
        {props.filters}
        <RefreshButton onClick={refetch} busy={query.isFetching} />
        <chakra.p
          role="status"
          ms={{ md: "auto" }}
          width={{ base: "full", md: "auto" }}
          textStyle="small"
          color="fg.muted"
          // Without text it takes no row of its own.
          _empty={{ position: "absolute" }}
        >
          {props.count}
        </chakra.p>
      </Toolbar>
      {rows === undefined && Boolean(query.error) && (
        <ErrorState error={query.error} title={failed} onRetry={refetch} />
      )}
      {rows === undefined && !query.error && <SkeletonRows rows={6} />}
      {rows !== undefined && <StaleBanner query={query} m={{ base: 4, md: 5 }} />}
      {rows?.length === 0 && <EmptyState icon={<Inbox size={24} />} {...props.empty} />}
      {rows !== undefined && rows.length > 0 && (
        <chakra.div
          role="region"
          aria-label={props.caption}
          tabIndex={0}
          overflowX="auto"
          css={namesStay}
          _focusVisible={{ outline: "2px solid {colors.accent.focus}", outlineOffset: "-2px" }}
        >
          <DataTable
            cardsOn="tablets"
            narrow={props.narrow ?? lines}
            caption={props.caption}
            columns={props.columns}
            rows={rows}
            keyOf={props.keyOf}
          />
        </chakra.div>
      )}
      {query.hasNextPage && (
        <PanelFooter>
          <LoadMore query={query} />
        </PanelFooter>
      )}
      {props.children}
    </Panel>
  );
}

// The names of wide rows stay in view while their values scroll, and a shadow at the end of the box says that columns
// follow. The cover of the shadow scrolls with the columns. On smaller screens rows are cards.
const namesStay = {
  "@media screen and (min-width: 1024px)": {
    backgroundImage:
      "linear-gradient(to left, {colors.bg.panel} 50%, transparent), linear-gradient(to left, color-mix(in srgb, {colors.fg} 18%, transparent), transparent)",
    backgroundPosition: "right",
    backgroundRepeat: "no-repeat",
    backgroundSize: "56px 100%, 28px 100%",
    backgroundAttachment: "local, scroll",
    // The cover leaves the corners of the panel free.
    "&:last-child": { borderBottomRadius: "11px" },
    "& tr > th:first-of-type": {
      position: "sticky",
      insetInlineStart: 0,
      zIndex: 1,
      bg: "bg.panel",
    },
    "& tbody tr:hover > th:first-of-type": { bg: "bg.hover" },
  },
} as const;

type PickProps<Value extends string> = {
  label: string;
  values: readonly Value[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** Label of no choice; without it one value is always chosen. */
  all?: string;
  nameOf?: (value: Value) => string;
};

/** A select for one of the values, or for none. */
export function Pick<Value extends string>(props: PickProps<Value>) {
  return (
    <Select
      width={{ base: "auto", md: "220px" }}
      flex={{ base: "1 1 140px", md: "none" }}
      aria-label={props.label}
      value={props.value ?? ""}
      onChange={(event) =>
        props.onChange(props.values.find((value) => value === event.target.value))
      }
    >
      {props.all !== undefined && <option value="">{props.all}</option>}
      {props.values.map((value) => (
        <option key={value} value={value}>
          {props.nameOf?.(value) ?? value}
        </option>
      ))}
    </Select>
  );
}

type SearchBoxProps = { label: string; value: string; onChange: (search: string) => void };

/** A search field for the filters of a list. */
export function SearchBox(props: SearchBoxProps) {
  return (
    <chakra.div
      position="relative"
      flex={{ base: "1 0 100%", md: "1 1 240px" }}
      maxWidth={{ md: "320px" }}
    >
      <chakra.span
        position="absolute"
        insetStart={3}
        insetBlock="12px"
        color="fg.subtle"
        aria-hidden
      >
        <Search size={16} />
      </chakra.span>
      <Input
        type="search"
        ps={9}
        placeholder={props.label}
        aria-label={props.label}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </chakra.div>
  );
}

/** Loads the list again. */
export function RefreshButton({ onClick, busy }: { onClick: () => void; busy: boolean }) {
  return (
    <Button
      onClick={onClick}
      aria-busy={busy}
      aria-label={messages.refresh}
      width={{ base: "44px", md: "auto" }}
      fontFamily="body"
      letterSpacing="normal"
    >
      <RefreshCw size={16} aria-hidden />
      <chakra.span hideBelow="md">{messages.refresh}</chakra.span>
    </Button>
  );
}

type ActionColumnProps<Row> = {
  label: string;
  /** Name of the button for screen readers. */
  nameOf: (row: Row) => string;
  onAct: (row: Row) => void;
  variant?: "danger" | "ghost";
  /** Whether a row has the button; every row by default. */
  isOffered?: (row: Row) => boolean;
};

/** The column with the button of each row. */
export function actionColumn<Row>(props: ActionColumnProps<Row>): Column<Row> {
  const { label, nameOf, onAct, variant, isOffered } = props;
  return {
    name: messages.actions,
    action: true,
    cell: (row) =>
      (isOffered?.(row) ?? true) && (
        <Button
          size="sm"
          variant={variant}
          // A button without a border ends where the numbers of a column do.
          {...(variant === "ghost" ? { color: "fg", me: -3 } : {})}
          aria-label={nameOf(row)}
          onClick={() => onAct(row)}
        >
          {label}
        </Button>
      ),
  };
}

/** Shows a toast when a query fails: what failed, and the server's reason. */
export function useFailureToast(error: unknown, failed: string) {
  useEffect(() => {
    if (error)
      notify({
        title: messages.error,
        description: `${failed}: ${errorText(error, messages.noAnswer)}`,
        kind: "error",
      });
  }, [error, failed]);
}
