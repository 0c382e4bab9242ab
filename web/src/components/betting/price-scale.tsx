import { chakra } from "@chakra-ui/react/styled-system";
import { probabilityText } from "@orbline/proto/constants/predictions";
import { priceMessages } from "#/shared/price-messages.ts";

const width = 300;
const axisY = 34;

type PriceScaleProps = {
  breakEven: number;
  estimate: number;
  range: { from: number; to: number };
};

/** An axis around the price: our likely range as a band, break-even and our estimate as ticks. */
export function PriceScale({ breakEven, estimate, range }: PriceScaleProps) {
  const { from, to, step } = bounds([breakEven, estimate, range.from, range.to]);
  const x = (share: number) => 10 + ((share * 100 - from) / (to - from)) * (width - 20);
  const marks = Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, i) => from + i * step,
  );
  const labels = [
    { text: priceMessages.breakEven.toLowerCase(), at: x(breakEven), fill: "fg" },
    { text: priceMessages.ourEstimate.toLowerCase(), at: x(estimate), fill: "accent.fg" },
  ].toSorted((a, b) => a.at - b.at);
  const places = placesOf(labels);
  return (
    <chakra.svg
      viewBox={`0 0 ${width} 56`}
      display="block"
      width="full"
      maxWidth="400px"
      height="auto"
      mx="auto"
      role="img"
      aria-label={priceMessages.scale(probabilityText(breakEven), probabilityText(estimate))}
      css={{
        "& text": {
          fontFamily: "{fonts.mono}",
          fontSize: "11px",
          // Letters of whole pixels would be wider than `letterWidth` in a small picture.
          textRendering: "geometricPrecision",
        },
      }}
    >
      <chakra.rect
        x={x(range.from)}
        y={axisY - 6}
        width={Math.max(1, x(range.to) - x(range.from))}
        height="12"
        rx="2"
        fill="accent.subtle"
        stroke="accent.line"
      />
      <chakra.path d={`M10 ${axisY}H${width - 10}`} stroke="line.control" />
      {marks.map((mark) => (
        <g key={mark}>
          <chakra.path d={`M${x(mark / 100)} ${axisY}v4`} stroke="line.control" />
          <chakra.text x={x(mark / 100)} y={axisY + 18} textAnchor="middle" fill="fg.subtle">
            {mark}
          </chakra.text>
        </g>
      ))}
      <chakra.path d={`M${x(breakEven)} ${axisY - 14}v22`} stroke="fg" strokeWidth="2" />
      <chakra.path d={`M${x(estimate)} ${axisY - 14}v22`} stroke="accent.fg" strokeWidth="2" />
      {labels.map(({ text, fill }, index) => (
        <chakra.text key={text} x={places[index]} y="12" textAnchor={anchors[index]} fill={fill}>
          {text}
        </chakra.text>
      ))}
    </chakra.svg>
  );
}

const letterWidth = 6.6;
const gap = 4;
/** The left label ends left of its mark, the right one starts right of its own. */
const anchors = ["end", "start"] as const;

type Label = { text: string; at: number };

/** Where two labels end and start: beside their marks, but inside the picture and apart from each other. */
export function placesOf([left, right]: readonly Label[]): [number, number] {
  const [leftWidth, rightWidth] = [left, right].map((one) => (one?.text.length ?? 0) * letterWidth);
  const rightmost = width - (rightWidth ?? 0);
  const end = Math.min(Math.max((left?.at ?? 0) - gap, leftWidth ?? 0), rightmost - 2 * gap);
  const start = Math.min(Math.max((right?.at ?? 0) + gap, end + 2 * gap), rightmost);
  return [end, start];
}

/** Round percents around the values, six to eight steps wide. */
function bounds(values: number[]) {
  const low = Math.min(...values) * 100;
  const high = Math.max(...values) * 100;
  const step = [1, 2, 5, 10, 20].find((size) => (high - low) / size <= 4) ?? 25;
  const from = Math.max(0, Math.floor(low / step - 1) * step);
  const to = Math.min(100, Math.ceil(high / step + 1) * step);
  return { from, to, step };
}
