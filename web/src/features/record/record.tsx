import { chakra } from "@chakra-ui/react/styled-system";
import type { SlateRecordAnswer } from "@orbline/proto/http/prediction/track-record";
import { useQuery } from "@tanstack/react-query";
import { Disclosure } from "#/components/ui/disclosure.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { EmptyState, Skeleton } from "#/components/feedback/states.tsx";
import { Time } from "#/components/data/time.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { WhenNear } from "#/components/feedback/when-near.tsx";
import { Link } from "#/components/ui/link.tsx";
import { calibrationPoints, performanceQuery } from "#/shared/performance.ts";
import { BackTest } from "./back-test.tsx";
import { CalibrationTable } from "./calibration.tsx";
import { RecordPanel, RecordSkeleton } from "./record-panel.tsx";
import { Combinations, Scores } from "./tables.tsx";
import { Weeks } from "./weeks.tsx";
import { messages } from "./messages.ts";
import { QueryView } from "#/components/feedback/query-view.tsx";

const Column = chakra("div", { base: { display: "grid", gap: 4, minWidth: 0 } });

const MeaningList = chakra("dl", {
  base: {
    display: "grid",
    gap: 3,
    px: { base: 4, md: 5 },
    pb: 5,
    maxWidth: "72ch",
    "& dt": { textStyle: "label" },
    "& dd": { color: "fg.muted" },
  },
});

const Pair = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    alignItems: "start",
    gridTemplateColumns: { base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" },
  },
});

/** The whole record: each slate for itself, then the back-test, apart. */
export function ModelRecord() {
  return (
    <QueryView
      panel
      query={useQuery(performanceQuery)}
      failed={messages.failed}
      skeleton={<RecordSkeleton />}
      mb={4}
    >
      {(data) => (
        <Column>
          {data.records.length === 0 && (
            <Panel ticks>
              <EmptyState title={messages.empty} text={messages.emptyText} />
            </Panel>
          )}
          {data.records.map((record) => (
            <SlateRecord key={`${record.slate.kind} ${record.slate.label}`} record={record} />
          ))}
          <WhenNear fallback={<Skeleton height="480px" />}>
            <BackTest backTest={data.backTest} />
          </WhenNear>
          <chakra.p textStyle="small" color="fg.subtle">
            {messages.updated} <Time at={data.updatedAt} />
          </chakra.p>
        </Column>
      )}
    </QueryView>
  );
}

function SlateRecord({ record }: { record: SlateRecordAnswer }) {
  return (
    <>
      <RecordPanel
        record={record}
        title={messages.shortLead}
        link={
          <Link to="/how-it-works" tone="accent">
            {messages.howItWorks}
          </Link>
        }
      >
        <ChartTable label={messages.asTable}>
          <WhenNear>
            <CalibrationTable points={calibrationPoints(record.total.bands)} />
          </WhenNear>
        </ChartTable>
        <Meanings label={messages.meanings} meaningOf={messages.meaningOf} />
      </RecordPanel>
      <WhenNear fallback={<Skeleton height="480px" />}>
        <Pair>
          <Weeks weeks={record.weeks} />
          <Panel title={messages.technical}>
            <PanelBody>{messages.technicalLead}</PanelBody>
            <Disclosure label={messages.scores}>
              <Scores total={record.total} />
            </Disclosure>
            <Disclosure label={messages.combinations}>
              <Combinations combinations={record.combinations} />
            </Disclosure>
            <Meanings label={messages.scoreMeanings} meaningOf={messages.scoreMeaningOf} />
          </Panel>
        </Pair>
      </WhenNear>
    </>
  );
}

type MeaningsProps = { label: string; meaningOf: Record<string, string> };

function Meanings({ label, meaningOf }: MeaningsProps) {
  return (
    <Disclosure label={label}>
      <MeaningList>
        {Object.entries(meaningOf).map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </MeaningList>
    </Disclosure>
  );
}
