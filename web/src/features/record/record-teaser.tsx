import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Link } from "#/components/ui/link.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { EmptyState, ErrorState } from "#/components/feedback/states.tsx";
import { performanceQuery } from "#/shared/performance.ts";
import { RecordPanel } from "./record-panel.tsx";
import { RecordSkeleton } from "./record-skeleton.tsx";
import { messages } from "./messages.ts";

/** The record of the newest slate with a link to the whole record. */
export function RecordTeaser() {
  const query = useQuery(performanceQuery);
  const { data: latest, error, refetch } = query;
  const data = useDeferredValue(latest);
  if (error && !latest)
    return (
      <Panel title={messages.title}>
        <ErrorState error={error} title={messages.failed} onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data) return <RecordSkeleton />;
  const [record] = data.records;
  if (record === undefined)
    return (
      <Panel title={messages.title} ticks>
        <StaleBanner query={query} m={{ base: 4, md: 5 }} />
        <EmptyState title={messages.empty} text={messages.emptyText} action={<WholeRecord />} />
      </Panel>
    );
  return (
    <>
      <StaleBanner query={query} mb={4} />
      <RecordPanel record={record} title={messages.title} link={<WholeRecord />} />
    </>
  );
}

function WholeRecord() {
  return (
    <Link to="/record" tone="accent">
      {messages.wholeRecord}
    </Link>
  );
}
