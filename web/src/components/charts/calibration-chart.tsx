import { chakra } from "@chakra-ui/react/styled-system";
import type { CalibrationPoint } from "#/shared/performance.ts";
import { Dot, Fitted, Plot, scaleOf } from "./plot.tsx";

const room = { left: 34, bottom: 26, top: 12 };
/** Height by width: a step is about as long on both axes. */
const shape = 280 / 300;

const percents = [0, 25, 50, 75, 100].map((at) => ({ at: at / 100, label: String(at) }));

/** Fewer than these say so little that the line does not go through their dot. */
const few = 10;

type CalibrationChartProps = {
  points: readonly CalibrationPoint[];
  label: string;
  /** One chance to mark, with a word beside it. */
  mark?: { at: number; word: string } | undefined;
};

/** The share of the axis that the word takes. */
const wordWidth = 0.35;

type MarkProps = ReturnType<typeof scaleOf> & {
  at: number;
  word: string;
  points: readonly CalibrationPoint[];
};

const Mark = ({ at, word, points, x, y }: MarkProps) => {
  const crowded = points.some(
    ({ said, high }) => said > at && said < at + wordWidth && high > 0.85,
  );
  const left = at > 1 - wordWidth || (crowded && at > wordWidth);
  return (
    <>
      <chakra.path d={`M${x(at)} ${y(0)}V${y(0.97)}`} stroke="fg" strokeWidth="1.25" />
      <chakra.text
        x={x(at) + (left ? -6 : 6)}
        y={y(0.93)}
        textAnchor={left ? "end" : "start"}
        fill="fg"
        stroke="bg.panel"
        strokeWidth="4"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {word}
      </chakra.text>
    </>
  );
};

const Plotted = ({ points, label, mark, width }: CalibrationChartProps & { width: number }) => {
  const frame = { ...room, width, height: width * shape };
  const { x, y } = scaleOf(frame);
  return (
    <Plot frame={frame} xTicks={percents} yTicks={percents.slice(1)} label={label}>
      <chakra.path
        d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`}
        stroke="fg.subtle"
        strokeDasharray="3 4"
        strokeWidth="1"
      />
      <chakra.path
        d={points
          .filter(({ n }) => n >= few)
          .map(({ said, won }, i) => `${i ? "L" : "M"}${x(said)} ${y(won)}`)
          .join("")}
        stroke="accent.fg"
        strokeWidth="1.5"
        fill="none"
      />
      {points.map(({ from, n, said, won, low, high }) => (
        <Dot key={from} x={x(said)} y={y(won)} low={y(low)} high={y(high)} faint={n < few} />
      ))}
      {mark && <Mark {...mark} points={points} x={x} y={y} />}
    </Plot>
  );
};

/** What was said across, what won upwards; on the dashed line both are equal. Whiskers are 95 % intervals; dots with few predictions are faint. */
export const CalibrationChart = (props: CalibrationChartProps) => (
  <Fitted>{(width) => <Plotted {...props} width={width} />}</Fitted>
);
