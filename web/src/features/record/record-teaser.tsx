import { chakra } from "@chakra-ui/react/styled-system";
import type { SlateRecordAnswer } from "@orbline/proto/http/prediction/track-record";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { SlateTag } from "#/components/betting/slate-badge.tsx";
import { Link } from "#/components/ui/link.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { performanceQuery } from "#/shared/performance.ts";
import { messages } from "./messages.ts";
import { SettledSample } from "./settled-sample.tsx";
import { Stats } from "./stats.tsx";

/** The pick that was settled last beside the figures of the newest slate, with a link to the whole record. */
export function RecordTeaser() {
  const { data, error, isFetching, refetch } = useQuery(performanceQuery);
  const shown = useDeferredValue(data);
  return (
    <QueryView
      panel
      query={{ data: shown, error, isFetching, refetch }}
      failed={messages.failed}
      skeleton={<Skeleton />}
      mb={4}
    >
      {({ records: [record], lastSettled }) =>
        record ? (
          <Columns>
            {lastSettled && <SettledSample />}
            <Figures record={record} />
          </Columns>
        ) : (
          <Panel title={messages.title} ticks>
            <EmptyState title={messages.empty} text={messages.emptyText} action={<WholeRecord />} />
          </Panel>
        )
      }
    </QueryView>
  );
}

const Columns = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    gridTemplateColumns: "minmax(0, 1fr)",
    "&:has(> :nth-child(2))": {
      gridTemplateColumns: {
        md: "minmax(0, 1fr) minmax(0, 1fr)",
        lg: "minmax(0, 360px) minmax(0, 1fr)",
      },
    },
  },
});

function Figures({ record: { total, slate } }: { record: SlateRecordAnswer }) {
  return (
    <Panel title={messages.title} meta={<SlateTag slate={slate} />} ticks>
      <Stats total={total} />
      <PanelFooter
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        alignItems="center"
        gap={3}
        mt="auto"
      >
        <chakra.p maxWidth="72ch">{messages[slate.kind]}</chakra.p>
        <WholeRecord />
      </PanelFooter>
    </Panel>
  );
}

function Skeleton() {
  return (
    <Columns>
      <Panel title={messages.sample}>
        <SkeletonRows rows={5} />
      </Panel>
      <Panel title={messages.title}>
        <SkeletonRows rows={5} />
      </Panel>
    </Columns>
  );
}

function WholeRecord() {
  return (
    <Link to="/record" tone="accent">
      {messages.wholeRecord}
    </Link>
  );
}
