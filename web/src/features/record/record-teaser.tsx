import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { QueryView } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { WhenNear } from "#/components/feedback/when-near.tsx";
import { Link } from "#/components/ui/link.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { performanceQuery } from "#/shared/performance.ts";
import { RecordPanel, RecordSkeleton } from "./record-panel.tsx";
import { messages } from "./messages.ts";

/** The record of the newest slate with a link to the whole record. */
export function RecordTeaser() {
  const { data, error, isFetching, refetch } = useQuery(performanceQuery);
  const shown = useDeferredValue(data);
  return (
    <QueryView
      panel
      query={{ data: shown, error, isFetching, refetch }}
      failed={messages.failed}
      skeleton={<RecordSkeleton />}
      mb={4}
    >
      {({ records: [record] }) =>
        record ? (
          <WhenNear fallback={<RecordSkeleton />}>
            <RecordPanel record={record} title={messages.title} link={<WholeRecord />} />
          </WhenNear>
        ) : (
          <Panel title={messages.title} ticks>
            <EmptyState title={messages.empty} text={messages.emptyText} action={<WholeRecord />} />
          </Panel>
        )
      }
    </QueryView>
  );
}

function WholeRecord() {
  return (
    <Link to="/record" tone="accent">
      {messages.wholeRecord}
    </Link>
  );
}
