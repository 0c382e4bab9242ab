import { chakra } from "@chakra-ui/react/styled-system";
import { useLayoutEffect, useRef, useState } from "react";

/** A label of an axis: at a share of the width, or at a value of the height. */
export type Tick = { at: number; label: string };

type Point = { x: number; y: number };

/** The content of a chart. `x` is a share of the width, `y` a value between the outer ticks of the height. */
type Mark =
  | { kind: "line"; points: readonly Point[]; dashed?: boolean }
  /** The area between two lines. */
  | { kind: "band"; points: readonly { x: number; low: number; high: number }[] }
  /** Hollow dots, each with a line from `low` to `high`. Faint dots have too few cases to be reliable. */
  | {
      kind: "dots";
      points: readonly (Point & { low: number; high: number; faint?: boolean })[];
      bold?: boolean;
    }
  /** A vertical line with a word on its left or right. */
  | { kind: "flag"; x: number; word: string; side: "left" | "right" };

type ChartProps = {
  /** The chart in one sentence, for screen readers. */
  label: string;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  height: number | "square";
  marks: readonly Mark[];
};

const margin = { top: 12, right: 12, bottom: 26 };
const letterWidth = 7.2;
const widthBeforeLayout = 600;
/** Ratio of height to width at which a step is about equally long on both axes. */
const squareRatio = 280 / 300;

/** A chart as wide as its container, so that its text keeps its size on every screen. */
export function Chart({ label, xTicks, yTicks, height, marks }: ChartProps) {
  const { ref, width } = useWidth();
  const fullHeight = height === "square" ? width * squareRatio : height;
  const left = 14 + longest(yTicks) * letterWidth;
  const [from, to] = [yTicks[0]?.at ?? 0, yTicks.at(-1)?.at ?? 1];
  const bottom = fullHeight - margin.bottom;
  const scale: Scale = {
    x: (share) => left + share * (width - left - margin.right),
    y: (value) => bottom - ((value - from) / (to - from)) * (bottom - margin.top),
  };
  const { x, y } = scale;
  return (
    <div ref={ref}>
      <chakra.svg
        viewBox={`0 0 ${width} ${fullHeight}`}
        width="full"
        height="auto"
        display="block"
        role="img"
        aria-label={label}
        css={{ "& text": { fontFamily: "{fonts.mono}", fontSize: "12px" } }}
      >
        {uncrowded(xTicks, width).map(({ at, label: text }) => (
          <g key={at}>
            <chakra.path d={`M${x(at)} ${bottom}V${margin.top}`} stroke="line.subtle" />
            <chakra.text x={x(at)} y={bottom + 18} textAnchor="middle" fill="fg.subtle">
              {text}
            </chakra.text>
          </g>
        ))}
        {yTicks.map(({ at, label: text }) => (
          <g key={at}>
            <chakra.path d={`M${x(0)} ${y(at)}H${x(1)}`} stroke="line.subtle" />
            <chakra.text x={x(0) - 7} y={y(at) + 4} textAnchor="end" fill="fg.subtle">
              {text}
            </chakra.text>
          </g>
        ))}
        <chakra.path
          d={`M${x(0)} ${margin.top}V${bottom}H${x(1)}`}
          stroke="line.control"
          fill="none"
        />
        {marks.map((mark, index) => (
          <MarkShape key={`${index} ${mark.kind}`} mark={mark} scale={scale} />
        ))}
      </chakra.svg>
    </div>
  );
}

type Scale = Record<"x" | "y", (value: number) => number>;

function MarkShape({ mark, scale: { x, y } }: { mark: Mark; scale: Scale }) {
  if (mark.kind === "line")
    return (
      <chakra.path
        d={mark.points.map((point, i) => `${i ? "L" : "M"}${x(point.x)} ${y(point.y)}`).join("")}
        fill="none"
        {...(mark.dashed
          ? { stroke: "fg.subtle", strokeDasharray: "3 4", strokeWidth: "1" }
          : { stroke: "accent.fg", strokeWidth: "1.5" })}
      />
    );
  if (mark.kind === "band") {
    const upper = mark.points.map((point) => `${x(point.x)} ${y(point.high)}`);
    const lower = mark.points.toReversed().map((point) => `${x(point.x)} ${y(point.low)}`);
    return <chakra.path d={`M${[...upper, ...lower].join("L")}Z`} fill="line.subtle" />;
  }
  if (mark.kind === "dots")
    return mark.points.map((point) => {
      const stroke = point.faint ? "fg.subtle" : "accent.fg";
      const line = `M${x(point.x)} ${y(point.low)}V${y(point.high)}`;
      return (
        <g key={point.x}>
          <chakra.path d={line} stroke={stroke} strokeWidth={mark.bold ? "1.5" : "1"} />
          <chakra.circle
            cx={x(point.x)}
            cy={y(point.y)}
            r="3.5"
            fill="bg.panel"
            stroke={stroke}
            strokeWidth="1.5"
          />
        </g>
      );
    });
  const isLeft = mark.side === "left";
  return (
    <>
      <chakra.path d={`M${x(mark.x)} ${y(0)}V${y(0.97)}`} stroke="fg" strokeWidth="1.25" />
      <chakra.text
        x={x(mark.x) + (isLeft ? -6 : 6)}
        y={y(0.93)}
        textAnchor={isLeft ? "end" : "start"}
        fill="fg"
        stroke="bg.panel"
        strokeWidth="4"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {mark.word}
      </chakra.text>
    </>
  );
}

const longest = (ticks: readonly Tick[]) => Math.max(0, ...ticks.map(({ label }) => label.length));

/** Every label, or every second, third … one when not all of them fit into the width. */
function uncrowded(ticks: readonly Tick[], width: number) {
  const fitting = Math.max(2, Math.floor(width / (longest(ticks) * letterWidth + 12)));
  const every = Math.ceil(ticks.length / fitting);
  return ticks.filter((_, index) => index % every === 0);
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(widthBeforeLayout);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth || widthBeforeLayout);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
