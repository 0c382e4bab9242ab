import { useState, type ComponentProps } from "react";
import { Button } from "#/components/ui/button.tsx";
import { layoutMessages } from "#/shared/messages.ts";
import { RequestId, WarningStrip } from "./warning-strip.tsx";

/** The part of a query that describes its failure. */
type Failing = {
  error: unknown;
  /** Set for a list: it failed, and its last fetch was or is for its next page. */
  isFetchNextPageError?: boolean;
};

type RetryStripProps = Omit<ComponentProps<typeof WarningStrip>, "children"> & {
  text: string;
  error: unknown;
  /** Whether a retry is running. */
  busy: boolean;
  onRetry: () => void;
};

type StaleBannerProps = Omit<RetryStripProps, "error" | "busy" | "onRetry" | "text"> & {
  query: Failing & { data: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  text?: string;
};

/** Shows above the data of a query that it could not be refreshed. */
export function StaleBanner({ query, text = layoutMessages.outdated, ...rest }: StaleBannerProps) {
  const { data, error, isFetching, refetch } = query;
  const isMoreError = useIsMoreError(query);
  if (!error || data === undefined || isMoreError) return null;
  const retry = { error, busy: isFetching, onRetry: () => void refetch() };
  return <RetryStrip text={text} {...retry} {...rest} />;
}

/** The part of an infinite query that the end of its list needs. */
export type MorePages = Failing & {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Loads the next page of a list. If that fails, it shows why and offers a retry. */
export function LoadMore({ query }: { query: MorePages }) {
  const load = () => void query.fetchNextPage();
  const busy = query.isFetchingNextPage;
  if (useIsMoreError(query))
    return (
      <RetryStrip error={query.error} busy={busy} onRetry={load} text={layoutMessages.moreFailed} />
    );
  return (
    <Button size="sm" onClick={load} busyText={busy && layoutMessages.loading}>
      {layoutMessages.loadMore}
    </Button>
  );
}

function RetryStrip({ text, error, busy, onRetry, ...rest }: RetryStripProps) {
  return (
    <WarningStrip role="alert" {...rest}>
      {text}
      <RequestId error={error} color="fg.muted" textStyle="small" />{" "}
      <Button
        variant="link"
        size="inline"
        onClick={onRetry}
        busyText={busy && layoutMessages.loading}
      >
        {layoutMessages.tryAgain}
      </Button>
    </WarningStrip>
  );
}

/**
 * Whether the query's error is that its next page failed. The error stays during the next fetch, but
 * `isFetchNextPageError` then describes that fetch, so the first value for each error is kept.
 */
function useIsMoreError({ error, isFetchNextPageError = false }: Failing): boolean {
  const [known, setKnown] = useState({ error, isMore: isFetchNextPageError });
  if (known.error === error) return known.isMore;
  setKnown({ error, isMore: isFetchNextPageError });
  return isFetchNextPageError;
}
