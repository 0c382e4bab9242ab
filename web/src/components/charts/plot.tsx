import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { useWidth } from "./use-width.ts";

/** The drawing area of a chart in drawing units, with room for labels left and below. */
export type Frame = { width: number; height: number; left: number; bottom: number; top: number };

/** Draws a chart at the width it has, so that its letters keep their size on every screen. */
export const Fitted = ({ children }: { children: (width: number) => ReactNode }) => {
  const { ref, width } = useWidth(600);
  return <div ref={ref}>{children(width)}</div>;
};

/** How many short labels stand below a plot of this width without crowding it. */
export const labelsIn = (width: number) => Math.max(2, Math.floor(width / 64));

/** The room that the longest of these labels needs beside the plot. */
export const roomFor = (labels: readonly string[]) =>
  14 + Math.max(...labels.map(({ length }) => length)) * 7.2;

/** Where the plot ends on the right. */
const rightMargin = 12;

/** Maps shares of the axes, 0 to 1, to drawing units. */
export const scaleOf = ({ width, height, left, bottom, top }: Frame) => ({
  x: (share: number) => left + share * (width - left - rightMargin),
  y: (share: number) => height - bottom - share * (height - bottom - top),
});

/** A label of an axis at a share of it. */
export type Tick = { at: number; label: string };

type PlotProps = {
  frame: Frame;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  /** The chart in one sentence. */
  label: string;
  children: ReactNode;
};

/** Grid, axes and labels of a chart; its marks are drawn inside. */
export const Plot = ({ frame, xTicks, yTicks, label, children }: PlotProps) => {
  const { x, y } = scaleOf(frame);
  return (
    <chakra.svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      width="full"
      height="auto"
      display="block"
      role="img"
      aria-label={label}
      css={{ "& text": { fontFamily: "{fonts.mono}", fontSize: "12px" } }}
    >
      {xTicks.map(({ at, label: text }) => (
        <g key={at}>
          <chakra.path d={`M${x(at)} ${y(0)}V${y(1)}`} stroke="line.subtle" />
          <chakra.text x={x(at)} y={y(0) + 18} textAnchor="middle" fill="fg.subtle">
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
      <chakra.path d={`M${x(0)} ${y(1)}V${y(0)}H${x(1)}`} stroke="line.control" fill="none" />
      {children}
    </chakra.svg>
  );
};

type DotProps = {
  x: number;
  y: number;
  low: number;
  high: number;
  /** Too few behind it to say much. */
  faint?: boolean;
};

/** A hollow dot with the whisker of its uncertainty, in drawing units. */
export const Dot = ({ x, y, low, high, faint = false }: DotProps) => {
  const color = faint ? "fg.subtle" : "accent.fg";
  return (
    <g>
      <chakra.path d={`M${x} ${low}V${high}`} stroke={color} strokeWidth="1" />
      <chakra.circle cx={x} cy={y} r="3.5" fill="bg.panel" stroke={color} strokeWidth="1.5" />
    </g>
  );
};
