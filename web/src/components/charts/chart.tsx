import { chakra } from "@chakra-ui/react/styled-system";
import { useLayoutEffect, useRef, useState, type PointerEvent } from "react";

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
    }
  /** Bars from zero to their value, `width` as a share of the chart's width. */
  | { kind: "bars"; points: readonly Point[]; width: number }
  /** A vertical line with a word on its left or right. */
  | { kind: "flag"; x: number; word: string; side: "left" | "right" };

type ChartProps = {
  /** The chart in one sentence, for screen readers. */
  label: string;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  height: number | "square";
  marks: readonly Mark[];
  /** Points that are read out one at a time, under the pointer or by the arrow keys, from left to right. */
  readings?: readonly ReadPoint[];
};

type ReadPoint = Point & { text: string };

const margin = { top: 12, right: 12, bottom: 26 };
/** Height of the read-out above the plot, which takes two lines on phones. */
const readoutHeight = (readings: readonly ReadPoint[], width: number) =>
  readings.some(({ text }) => text.length * letterWidth > width) ? 36 : 20;
const letterWidth = 7.2;
const widthBeforeLayout = 600;
/** Ratio of height to width at which a step is about equally long on both axes. */
const squareRatio = 280 / 300;

/** A chart as wide as its container, so that its text keeps its size on every screen. */
export function Chart({ label, xTicks, yTicks, height, marks, readings }: ChartProps) {
  const { ref, width } = useWidth();
  const fullHeight = height === "square" ? width * squareRatio : height;
  const left = 14 + longest(yTicks) * letterWidth;
  const [from, to] = [yTicks[0]?.at ?? 0, yTicks.at(-1)?.at ?? 1];
  const bottom = fullHeight - margin.bottom;
  const top = margin.top + (readings ? readoutHeight(readings, width) : 0);
  const scale: Scale = {
    x: (share) => left + share * (width - left - margin.right),
    y: (value) => bottom - ((value - from) / (to - from)) * (bottom - top),
  };
  const { x, y } = scale;
  return (
    <chakra.div ref={ref} position="relative">
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
            <chakra.path d={`M${x(at)} ${bottom}V${top}`} stroke="line.subtle" />
            <chakra.text
              x={x(at)}
              y={bottom + 18}
              // A long label at the right edge would be cut.
              textAnchor={at === 1 && text.length > 3 ? "end" : "middle"}
              fill="fg.subtle"
            >
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
        <chakra.path d={`M${x(0)} ${top}V${bottom}H${x(1)}`} stroke="line.control" fill="none" />
        {marks.map((mark, index) => (
          <MarkShape key={`${index} ${mark.kind}`} mark={mark} scale={scale} />
        ))}
      </chakra.svg>
      {readings !== undefined && readings.length > 0 && (
        <Readout
          label={label}
          readings={readings}
          scale={scale}
          size={{ width, height: fullHeight, top }}
        />
      )}
    </chakra.div>
  );
}

type ReadoutProps = {
  label: string;
  readings: readonly ReadPoint[];
  scale: Scale;
  size: { width: number; height: number; top: number };
};

/** A point of the chart with its value in words, chosen by pointer or keyboard, at first the last one. */
function Readout({ label, readings, scale: { x, y }, size }: ReadoutProps) {
  const [chosen, setChosen] = useState<number>();
  const last = readings.length - 1;
  const at = Math.min(chosen ?? last, last);
  const reading = readings[at];
  if (reading === undefined) return null;
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const offset = ((clientX - box.left) / box.width) * size.width;
    const away = readings.map((point) => Math.abs(x(point.x) - offset));
    setChosen(away.indexOf(Math.min(...away)));
  };
  return (
    <Area onPointerMove={follow} onPointerDown={follow}>
      {chosen !== undefined && (
        <chakra.svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          position="absolute"
          inset={0}
          width="full"
          aria-hidden
        >
          <chakra.path
            d={`M${x(reading.x)} ${size.top}V${size.height - margin.bottom}`}
            stroke="fg.subtle"
          />
          <chakra.circle cx={x(reading.x)} cy={y(reading.y)} r="4" fill="accent.fg" />
        </chakra.svg>
      )}
      <Slider
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={label}
        aria-valuetext={reading.text}
        onChange={({ target }) => setChosen(Number(target.value))}
      />
      <Reading aria-hidden>{reading.text}</Reading>
    </Area>
  );
}

const Area = chakra("div", {
  base: {
    position: "absolute",
    inset: 0,
    // Scrolling a page by a finger on the chart stays possible.
    touchAction: "pan-y",
    borderRadius: "control",
    "&:has(:focus-visible)": { outline: "2px solid {colors.accent.focus}" },
  },
});
// The pointer is followed by the area, the keyboard by a slider, which is not drawn.
const Slider = chakra("input", {
  base: { position: "absolute", inset: 0, opacity: 0, pointerEvents: "none" },
});
const Reading = chakra("output", {
  base: {
    position: "absolute",
    top: 0,
    insetEnd: 3,
    px: 1.5,
    bg: "bg.panel",
    textStyle: "numSm",
    textAlign: "end",
    textWrap: "balance",
    color: "fg.muted",
  },
});

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
  if (mark.kind === "bars")
    return mark.points.map((point) => (
      <chakra.rect
        key={point.x}
        x={x(point.x - mark.width / 2)}
        width={x(mark.width) - x(0)}
        y={Math.min(y(point.y), y(0))}
        height={Math.abs(y(point.y) - y(0))}
        rx="2"
        fill="accent.fg"
      />
    ));
  if (mark.kind === "dots")
    return mark.points.map((point) => {
      const stroke = point.faint ? "fg.subtle" : "accent.fg";
      const line = `M${x(point.x)} ${y(point.low)}V${y(point.high)}`;
      return (
        <g key={point.x}>
          <chakra.path d={line} stroke={stroke} strokeWidth="1" />
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
