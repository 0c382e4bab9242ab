import { useIsMoreError } from "#/lib/use-is-more-error.ts";
import { Button } from "#/components/ui/button.tsx";
import { RetryStrip } from "./retry-strip.tsx";
import { layoutMessages } from "#/shared/messages.ts";

/** The part of an infinite query that the end of its list needs. */
export type MorePages = {
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** The way to the next page of a list; should it not come, why and a way to try again. */
export const LoadMore = ({ query }: { query: MorePages }) => {
  const load = () => void query.fetchNextPage();
  const isMoreError = useIsMoreError(query);
  if (isMoreError)
    return (
      <RetryStrip
        error={query.error}
        busy={query.isFetchingNextPage}
        onRetry={load}
        text={layoutMessages.moreFailed}
      />
    );
  return (
    <Button size="sm" onClick={load} busyText={query.isFetchingNextPage && layoutMessages.loading}>
      {layoutMessages.loadMore}
    </Button>
  );
};
