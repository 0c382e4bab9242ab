import { chakra } from "@chakra-ui/react/styled-system";
import type { PerformanceAnswer } from "@orbline/proto/http/prediction/track-record";
import { count, percent } from "#/lib/format.ts";
import { calibrationError, calibrationPoints, summarize } from "#/shared/performance.ts";
import { orNone } from "./tables.tsx";
import { messages } from "./messages.ts";

const List = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "1fr 1fr", md: "1fr", lg: "repeat(3, 1fr)" },
    overflow: "hidden",
    "& > div": {
      ps: { base: 4, md: 5 },
      pe: { base: 2, md: 5 },
      py: 4,
      alignContent: { md: "center" },
      borderColor: "line.subtle",
      borderStyle: "solid",
      borderWidth: { base: "1px 0 0 1px", md: "1px 0 0", lg: "0 0 0 1px" },
      // Hides the outer borders.
      mt: { base: "-1px", lg: 0 },
      ms: { base: "-1px", md: 0, lg: "-1px" },
    },
  },
});

/** The largest group of similar chances in a sentence, then the figures of a record: settled, won, calibration error. */
export function Stats({ total }: { total: PerformanceAnswer }) {
  const summary = summarize([total]);
  const error = calibrationError(total.bands);
  const headline = headlineOf(total);
  const stats = [
    {
      name: messages.settled,
      value: count(total.n),
      note: messages.settledNote(total.pushed + total.voided),
    },
    { name: messages.won, value: orNone(summary.won), note: messages.weSaid(orNone(summary.said)) },
    {
      name: messages.calibration,
      value: orNone(error, (gap) => `${points(gap)} ${messages.calibrationUnit}`),
      note: messages.calibrationNote,
    },
  ];
  return (
    <div>
      {headline !== undefined && <Headline>{headline}</Headline>}
      <List>
        {stats.map(({ name, value, note }) => (
          <div key={name}>
            <chakra.dt textStyle="label" color="fg.muted">
              {name}
            </chakra.dt>
            <chakra.dd textStyle="numLg">{value}</chakra.dd>
            <chakra.dd textStyle="small" color="fg.subtle">
              {note}
            </chakra.dd>
          </div>
        ))}
      </List>
    </div>
  );
}

const Headline = chakra("p", {
  base: {
    px: { base: 4, md: 5 },
    py: 4,
    textStyle: "h2",
    borderBottomWidth: "1px",
    borderColor: "line.subtle",
  },
});

/** With fewer predictions, one result moves the share by more than five points. */
const minHeadline = 20;

function headlineOf({ bands }: PerformanceAnswer): string | undefined {
  const [largest] = calibrationPoints(bands).toSorted((a, b) => b.n - a.n);
  if (largest === undefined || largest.n < minHeadline) return undefined;
  const band = `${Math.round(largest.from * 100)}–${Math.round(largest.to * 100)}%`;
  return messages.headline(count(largest.n), band, percent(largest.said), percent(largest.won));
}

/** A difference of shares in percentage points, such as `1.1`. */
export const points = (gap: number) => (gap * 100).toFixed(1);
