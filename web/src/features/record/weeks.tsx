import { chakra } from "@chakra-ui/react/styled-system";
import type { SlateRecordAnswer } from "@orbline/proto/http/prediction/track-record";
import { WeeksChart } from "#/components/charts/charts.tsx";
import { DataTable } from "#/components/data/data-table.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { day } from "#/lib/format.ts";
import { summarize } from "#/shared/performance.ts";
import { recordColumns } from "./tables.tsx";
import { messages } from "./messages.ts";

type Week = SlateRecordAnswer["weeks"][number];

/** The record week by week. */
export function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const { n, won, said } = recordColumns;
  return (
    <Panel title={messages.weeks} meta={messages.chartUnit}>
      <PanelBody>
        <WeeksChart weeks={weeks} label={messages.weeksLabel(weeks.length)} />
        <chakra.p textStyle="small" color="fg.muted" mt={2}>
          {messages.weeksNote}
        </chakra.p>
      </PanelBody>
      <ChartTable label={messages.asTable}>
        <DataTable
          caption={messages.weeks}
          columns={[
            { name: messages.week, cell: ({ week }) => day(`${week}T12:00:00`) },
            n,
            said,
            won,
            recordColumns.return,
          ]}
          rows={weeks
            .map((week) => ({
              ...week,
              ...summarize([{ ...week, pushed: 0 }]),
              return: week.return,
            }))
            .toReversed()}
          keyOf={({ week }) => week}
        />
      </ChartTable>
    </Panel>
  );
}
