import { chakra } from "@chakra-ui/react/styled-system";
import { Fitted, labelsIn, Plot, roomFor, scaleOf } from "./plot.tsx";
import { ticksAround } from "./ticks.ts";

const room = { height: 220, bottom: 26, top: 12 };

type Bar = { name: string; value: number };

type BarsChartProps = {
  bars: readonly Bar[];
  format: (value: number) => string;
  label: string;
};

const Plotted = ({ bars, format, label, width }: BarsChartProps & { width: number }) => {
  const ticks = ticksAround(bars.map(({ value }) => value));
  const frame = { ...room, width, left: roomFor(ticks.map(format)) };
  const { x, y } = scaleOf(frame);
  const from = ticks[0] ?? 0;
  const span = (ticks.at(-1) ?? 1) - from;
  const height = (value: number) => y((value - from) / span);
  const at = (index: number) => (index + 0.5) / bars.length;
  const every = Math.ceil(bars.length / labelsIn(width));
  return (
    <Plot
      frame={frame}
      xTicks={bars.flatMap(({ name }, index) =>
        index % every === 0 ? [{ at: at(index), label: name }] : [],
      )}
      yTicks={ticks.map((value) => ({ at: (value - from) / span, label: format(value) }))}
      label={label}
    >
      {bars.map(({ name, value }, index) => (
        <g key={name}>
          <chakra.path
            d={`M${x(at(index))} ${height(0)}V${height(value)}`}
            stroke="accent.fg"
            strokeWidth="1.5"
          />
          <chakra.circle
            cx={x(at(index))}
            cy={height(value)}
            r="3.5"
            fill="bg.panel"
            stroke="accent.fg"
            strokeWidth="1.5"
          />
        </g>
      ))}
    </Plot>
  );
};

/** One upright line a value, from zero, with a dot at its end. */
export const BarsChart = (props: BarsChartProps) => (
  <Fitted>{(width) => <Plotted {...props} width={width} />}</Fitted>
);
