import { shortDay, shortUtcDay } from "#/lib/format.ts";
import { wilson, type CalibrationPoint } from "#/shared/performance.ts";
import { Chart, type Tick } from "./chart.tsx";

/** As a share of the chart, so that one bar of a short list does not fill it. */
const widestBar = 0.15;

type BarsChartProps = {
  /** The values, oldest first, each with its words. */
  bars: readonly { name: string; value: number; text: string }[];
  format: (value: number) => string;
  label: string;
};

/** One bar per value, from zero. */
export function BarsChart({ bars, format, label }: BarsChartProps) {
  const values = bars.map(({ value }) => value);
  const points = bars.map(({ value, text }, i) => ({ x: middleOf(i, bars), y: value, text }));
  return (
    <Chart
      label={label}
      height={220}
      xTicks={bars.map(({ name }, i) => ({ at: middleOf(i, bars), label: name }))}
      yTicks={ticksAround(values, format)}
      marks={[{ kind: "bars", points, width: Math.min(0.6 / bars.length, widestBar) }]}
      readings={points}
    />
  );
}

type RunningChartProps = {
  /** The sum after each day, oldest first, with its words. `day` is YYYY-MM-DD in UTC. */
  days: readonly { day: string; sum: number; text: string }[];
  /** The sum before the first day. */
  start: number;
  format: (value: number) => string;
  label: string;
};

/** A cumulative sum over time, one step per day. */
export function RunningChart({ days, start, format, label }: RunningChartProps) {
  const times = days.map(({ day }) => Date.parse(day));
  const [from, to] = [(times[0] ?? 0) - dayMs, times.at(-1) ?? 0];
  const place = (time: number) => (time - from) / (to - from);
  const points = days.map(({ sum, text }, i) => ({ x: place(times[i] ?? to), y: sum, text }));
  const steps = points.flatMap(({ x, y }, i) => [
    { x, y: points[i - 1]?.y ?? start },
    { x, y },
  ]);
  const sums = days.map(({ sum }) => sum);
  return (
    <Chart
      label={label}
      height={240}
      xTicks={evenSteps(from, to, dayMs).map((time) => ({
        at: place(time),
        label: shortUtcDay(new Date(time)),
      }))}
      yTicks={ticksAround([start, ...sums], format)}
      marks={[
        {
          kind: "line",
          points: [
            { x: 0, y: 0 },
            { x: 1, y: 0 },
          ],
          dashed: true,
        },
        { kind: "line", points: [{ x: 0, y: start }, ...steps] },
      ]}
      readings={points}
    />
  );
}

const dayMs = 86_400_000;
const mostSteps = 6;

/** At most seven values at equal distances of whole units, the last one included. */
function evenSteps(from: number, to: number, unit: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / unit / mostSteps)) * unit;
  const length = Math.floor((to - from) / step) + 1;
  return Array.from({ length }, (_, i) => to - (length - 1 - i) * step);
}

type BandChartProps = {
  /** The value after each step, oldest first, and the bounds of where it was likely to be. */
  points: readonly { y: number; low: number; high: number }[];
  format: (value: number) => string;
  /** The name of a step, counted from 1. */
  nameOf: (step: number) => string;
  label: string;
};

/** A value that changes step by step, in front of the band that chance explains. Both start at zero. */
export function BandChart({ points, format, nameOf, label }: BandChartProps) {
  const start = { x: 0, y: 0, low: 0, high: 0 };
  const placed = [start, ...points.map((point, i) => ({ ...point, x: (i + 1) / points.length }))];
  return (
    <Chart
      label={label}
      height={240}
      xTicks={evenSteps(1, points.length, 1).map((step) => ({
        at: step / points.length,
        label: nameOf(step),
      }))}
      yTicks={ticksAround(
        placed.flatMap(({ y, low, high }) => [y, low, high]),
        format,
      )}
      marks={[
        { kind: "band", points: placed },
        { kind: "line", points: [start, { x: 1, y: 0 }], dashed: true },
        { kind: "line", points: placed },
      ]}
    />
  );
}

type Week = { week: string; n: number; won: number; expected: number };

/** Predicted (line) and actual (dots with 95 % intervals) shares of won predictions, week by week. */
export function WeeksChart({ weeks, label }: { weeks: readonly Week[]; label: string }) {
  const placed = weeks.map((week, i) => ({ ...week, x: middleOf(i, weeks) }));
  const shown = placed.filter(({ n }) => n > 0);
  return (
    <Chart
      label={label}
      height={240}
      xTicks={placed.map(({ week, x }) => ({ at: x, label: shortDay(`${week}T12:00:00`) }))}
      yTicks={percents}
      marks={[
        {
          kind: "line",
          points: shown.map(({ x, expected, n }) => ({ x, y: expected / n })),
          dashed: true,
        },
        {
          kind: "dots",
          points: shown.map(({ x, n, won }) => ({ x, y: won / n, ...wilson(won, n) })),
        },
      ]}
    />
  );
}

/** The line leaves out points with fewer predictions, and their dots are faint. */
const fewPredictions = 10;

type CalibrationChartProps = {
  points: readonly CalibrationPoint[];
  label: string;
  /** A probability to mark, with a word beside it. */
  mark?: { at: number; word: string } | undefined;
};

/**
 * Predicted shares on the horizontal axis, actual shares with 95 % intervals on the vertical one. They are equal on
 * the dashed line.
 */
export function CalibrationChart({ points, label, mark }: CalibrationChartProps) {
  const dots = points.map(({ n, said, won, low, high }) => ({
    x: said,
    y: won,
    low,
    high,
    faint: n < fewPredictions,
  }));
  return (
    <Chart
      label={label}
      height="square"
      xTicks={percents.map(({ at }) => ({ at, label: String(at * 100) }))}
      yTicks={percents}
      marks={[
        {
          kind: "line",
          points: [
            { x: 0, y: 0 },
            { x: 1, y: 1 },
          ],
          dashed: true,
        },
        { kind: "line", points: dots.filter(({ faint }) => !faint) },
        { kind: "dots", points: dots },
        ...(mark
          ? [{ kind: "flag" as const, x: mark.at, word: mark.word, side: sideOf(mark.at, points) }]
          : []),
      ]}
    />
  );
}

/** The axis has no label at zero: the other axis has one there. */
const percents: readonly Tick[] = [0, 25, 50, 75, 100].map((percent) => ({
  at: percent / 100,
  label: percent === 0 ? "" : String(percent),
}));

/** The share of the width that the word of a mark takes. */
const wordWidth = 0.35;

/** The side on which the word fits without covering a dot. */
function sideOf(at: number, points: readonly CalibrationPoint[]): "left" | "right" {
  const isCrowded = points.some(
    ({ said, high }) => said > at && said < at + wordWidth && high > 0.85,
  );
  return at > 1 - wordWidth || (isCrowded && at > wordWidth) ? "left" : "right";
}

/** The middle of an element's equal share of the width. */
const middleOf = (index: number, { length }: readonly unknown[]) => (index + 0.5) / length;

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const mostTicks = 5;

/** Round values at equal distances that enclose zero and all the values. */
export function ticksAround(values: readonly number[], format: (value: number) => string): Tick[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const range = high - low;
  const step =
    steps.find((size) => range / size <= mostTicks - 1) ??
    10 ** Math.ceil(Math.log10(range / (mostTicks - 1)));
  const from = Math.floor(low / step) * step;
  const count = Math.max(1, Math.ceil(high / step) - from / step);
  return Array.from({ length: count + 1 }, (_, index) => {
    const at = from + index * step;
    return { at, label: format(at) };
  });
}
