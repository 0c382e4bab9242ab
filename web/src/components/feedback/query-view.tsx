import { useDeferredValue, type ComponentProps, type ReactNode } from "react";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { useOnline } from "#/lib/use-online.ts";
import { StaleBanner } from "./stale-banner.tsx";
import { ErrorState, Skeleton } from "./states.tsx";

type QueryViewProps<Data> = Omit<ComponentProps<typeof StaleBanner>, "query" | "children"> & {
  query: Omit<ComponentProps<typeof StaleBanner>["query"], "data"> & { data: Data | undefined };
  /** Title of the error when the first load fails. */
  failed: string;
  /** Shown while the first load runs. */
  skeleton: ReactNode;
  /** Shown above the error while the browser has no network. */
  offline?: ReactNode;
  /** Puts the error into a panel, for a view outside of one. */
  panel?: boolean;
  children: (data: Data) => ReactNode;
};

/** The states of a query: skeleton, error with retry, and data with a banner if a refresh failed. */
export function QueryView<Data>({
  query,
  failed,
  skeleton,
  panel = false,
  offline,
  children,
  ...banner
}: QueryViewProps<Data>) {
  const { data, error, refetch } = query;
  const isOnline = useOnline();
  // React splits a deferred render into short tasks.
  const isShown = useDeferredValue(data !== undefined);
  if (data !== undefined && isShown)
    return (
      <>
        <StaleBanner query={query} {...banner} />
        {children(data)}
      </>
    );
  if (data !== undefined || !error) return skeleton;
  const failure = <ErrorState error={error} title={failed} onRetry={() => void refetch()} />;
  return (
    <>
      {!isOnline && offline}
      {panel ? <Panel>{failure}</Panel> : failure}
    </>
  );
}

type SkeletonRowsProps = Omit<ComponentProps<typeof PanelBody>, "children"> & {
  rows: number;
  height?: number;
};

/** The body of a panel while its rows load. */
export function SkeletonRows({ rows, height, ...body }: SkeletonRowsProps) {
  return (
    <PanelBody display="grid" gap={5} aria-busy {...body}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </PanelBody>
  );
}
