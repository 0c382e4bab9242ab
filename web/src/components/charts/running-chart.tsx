import { chakra } from "@chakra-ui/react/styled-system";
import { Plot, scaleOf, type Frame } from "./plot.tsx";

const frame: Frame = { width: 600, height: 220, left: 56, bottom: 26, top: 12 };
const { x, y } = scaleOf(frame);
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const mostTicks = 5;

/** Round values that enclose all of these and zero. */
const ticksAround = (values: readonly number[]) => {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = steps.find((size) => (high - low) / size <= mostTicks - 1) ?? 100_000;
  const from = Math.floor(low / step) * step;
  const count = Math.max(1, Math.ceil(high / step) - from / step);
  return Array.from({ length: count + 1 }, (_, index) => from + index * step);
};

type RunningChartProps = {
  /** The sum after each step, oldest first. */
  values: readonly number[];
  format: (value: number) => string;
  label: string;
};

/** A sum as it grew and shrank, one step a value, from zero. */
export const RunningChart = ({ values, format, label }: RunningChartProps) => {
  const ticks = ticksAround(values);
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
