import { chakra } from "@chakra-ui/react/styled-system";
import { Fitted, Plot, roomFor, scaleOf } from "./plot.tsx";
import { ticksAround } from "./ticks.ts";

const room = { height: 220, bottom: 26, top: 12 };

type RunningChartProps = {
  /** The sum after each step, oldest first. */
  values: readonly number[];
  format: (value: number) => string;
  label: string;
};

const Plotted = ({ values, format, label, width }: RunningChartProps & { width: number }) => {
  const ticks = ticksAround(values);
  const frame = { ...room, width, left: roomFor(ticks.map(format)) };
  const { x, y } = scaleOf(frame);
  const from = ticks[0] ?? 0;
  const span = (ticks.at(-1) ?? 1) - from;
  const height = (value: number) => y((value - from) / span);
  const at = (index: number) => x(index / values.length);
  const path = values.map((value, index) => `H${at(index + 1)}V${height(value)}`).join("");
  return (
    <Plot
      frame={frame}
      xTicks={[{ at: 1, label: String(values.length) }]}
      yTicks={ticks.map((value) => ({ at: (value - from) / span, label: format(value) }))}
      label={label}
    >
      <chakra.path
        d={`M${x(0)} ${height(0)}H${x(1)}`}
        stroke="fg.subtle"
        strokeDasharray="3 4"
        strokeWidth="1"
      />
      <chakra.path
        d={`M${x(0)} ${height(0)}${path}`}
        stroke="accent.fg"
        strokeWidth="1.5"
        fill="none"
      />
    </Plot>
  );
};

/** A sum as it grew and shrank, one step a value, from zero. */
export const RunningChart = (props: RunningChartProps) => (
  <Fitted>{(width) => <Plotted {...props} width={width} />}</Fitted>
);
