import type { ComponentProps } from "react";
import { useIsMoreError, type Failing } from "#/lib/use-is-more-error.ts";
import { RetryStrip } from "./retry-strip.tsx";
import { layoutMessages } from "#/shared/messages.ts";

/** The part of a query that says whether what it holds is the newest. */
type Kept = Failing & {
  data: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

type StaleBannerProps = Omit<
  ComponentProps<typeof RetryStrip>,
  "error" | "busy" | "onRetry" | "text"
> & {
  query: Kept;
  text?: string;
};

/** Stands above what a query still holds when the newest of it did not come; else nothing. */
export const StaleBanner = ({
  query,
  text = layoutMessages.outdated,
  ...rest
}: StaleBannerProps) => {
  const { data, error, isFetching, refetch } = query;
  const isMoreError = useIsMoreError(query);
  if (!error || data === undefined || isMoreError) return null;
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
