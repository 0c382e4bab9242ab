import { chakra } from "@chakra-ui/react/styled-system";
import type { SlateRecordAnswer } from "@orbline/proto/http/prediction/track-record";
import { WeeksChart } from "#/components/charts/charts.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { day } from "#/lib/format.ts";
import { Return, shareText } from "./sport-table.tsx";
import { messages } from "./messages.ts";

type Week = SlateRecordAnswer["weeks"][number];

const shareOf = (part: number, n: number) => shareText(n === 0 ? null : part / n);

const columns: Column<Week>[] = [
  { name: messages.week, cell: ({ week }) => day(`${week}T12:00:00`) },
  { name: messages.n, numeric: true, cell: ({ n }) => n.toLocaleString("en-US") },
  { name: messages.won, numeric: true, cell: ({ won, n }) => shareOf(won, n) },
  { name: messages.said, numeric: true, cell: ({ expected, n }) => shareOf(expected, n) },
  { name: messages.ret, numeric: true, cell: (week) => <Return value={week.return} /> },
];

/** The record week by week. */
export function Weeks({ weeks }: { weeks: readonly Week[] }) {
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
          columns={columns}
          rows={weeks.toReversed()}
          keyOf={({ week }) => week}
        />
      </ChartTable>
    </Panel>
  );
}
