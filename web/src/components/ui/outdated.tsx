import type { ComponentProps } from "react";
import { layoutTexts } from "../../texts/layout.ts";
import { RetryStrip } from "./retry-strip.tsx";

/** The part of a query that says whether what it holds is the newest. */
type Kept = {
  data: unknown;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
  /** Of a list: whether only its next page did not come. */
  isFetchNextPageError?: boolean;
};

type OutdatedProps = Omit<
  ComponentProps<typeof RetryStrip>,
  "error" | "busy" | "onRetry" | "text"
> & {
  query: Kept;
  text?: string;
};

/** Stands above what a query still holds when the newest of it did not come; else nothing. */
export const Outdated = ({ query, text = layoutTexts.outdated, ...rest }: OutdatedProps) => {
  const { data, error, isFetching, refetch, isFetchNextPageError = false } = query;
  if (!error || data === undefined || isFetchNextPageError) return null;
  return (
    <RetryStrip
      text={text}
      error={error}
      busy={isFetching}
      onRetry={() => void refetch()}
      {...rest}
    />
  );
};
