import { chakra } from "@chakra-ui/react/styled-system";
import { shortDay } from "#/lib/format.ts";
import { wilson } from "#/shared/performance.ts";
import { Dot, Fitted, labelsIn, Plot, scaleOf } from "./plot.tsx";

const room = { height: 240, left: 34, bottom: 26, top: 12 };
const percents = [25, 50, 75, 100].map((at) => ({ at: at / 100, label: String(at) }));

type Week = { week: string; n: number; won: number; expected: number };

type WeeksChartProps = { weeks: readonly Week[]; label: string };

const Plotted = ({ weeks, label, width }: WeeksChartProps & { width: number }) => {
  const frame = { ...room, width };
  const { x, y } = scaleOf(frame);
  const at = (index: number) => (index + 0.5) / weeks.length;
  const every = Math.ceil(weeks.length / labelsIn(width));
  const ticks = weeks.flatMap(({ week }, index) =>
    index % every === 0 ? [{ at: at(index), label: shortDay(`${week}T12:00:00`) }] : [],
  );
  const shown = weeks.map((week, index) => ({ ...week, at: at(index) })).filter(({ n }) => n > 0);
  return (
    <Plot frame={frame} xTicks={ticks} yTicks={percents} label={label}>
      <chakra.path
        d={shown
          .map(({ at: place, expected, n }, i) => `${i ? "L" : "M"}${x(place)} ${y(expected / n)}`)
          .join("")}
        stroke="fg.subtle"
        strokeDasharray="3 4"
        fill="none"
      />
      {shown.map(({ week, at: place, n, won }) => {
        const { low, high } = wilson(won, n);
        return <Dot key={week} x={x(place)} y={y(won / n)} low={y(low)} high={y(high)} />;
      })}
    </Plot>
  );
};

/** Week by week the share we said (line) and the share that won (dots with 95 % whiskers). */
export const WeeksChart = (props: WeeksChartProps) => (
  <Fitted>{(width) => <Plotted {...props} width={width} />}</Fitted>
);
