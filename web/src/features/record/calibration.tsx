import { chakra } from "@chakra-ui/react/styled-system";
import { CalibrationChart } from "#/components/charts/charts.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { percent } from "#/lib/format.ts";
import type { CalibrationPoint } from "#/shared/performance.ts";
import { recordColumns } from "./tables.tsx";
import { messages } from "./messages.ts";

type CalibrationProps = { points: readonly CalibrationPoint[]; label: string };

/** The plot of predicted against won shares. */
export function Calibration({ points, label }: CalibrationProps) {
  return (
    <chakra.figure m={0} p={{ base: 4, md: 5 }}>
      <chakra.figcaption textStyle="label" mb={3}>
        {messages.chart}{" "}
        <chakra.span color="fg.subtle" fontWeight={400}>
          {messages.chartUnit}
        </chakra.span>
      </chakra.figcaption>
      <chakra.div maxWidth="400px">
        <CalibrationChart points={points} label={label} />
      </chakra.div>
    </chakra.figure>
  );
}

const columns: Column<CalibrationPoint>[] = [
  {
    name: messages.band,
    cell: ({ from, to }) => `${Math.round(from * 100)}–${Math.round(to * 100)}%`,
  },
  recordColumns.n,
  recordColumns.said,
  recordColumns.won,
  {
    name: messages.interval,
    numeric: true,
    cell: ({ low, high }) => `${(low * 100).toFixed(1)}–${percent(high)}`,
  },
];

/** The numbers of the plot. */
export function CalibrationTable({ points }: { points: readonly CalibrationPoint[] }) {
  return (
    <DataTable
      caption={messages.bandsCaption}
      columns={columns}
      rows={points}
      keyOf={({ from }) => String(from)}
    />
  );
}
