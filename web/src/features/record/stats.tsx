import { chakra } from "@chakra-ui/react/styled-system";
import type { PerformanceAnswer } from "@orbline/proto/http/prediction/track-record";
import { signedPercent } from "#/lib/format.ts";
import { calibrationError, summarize } from "#/shared/performance.ts";
import { count, orNone } from "./tables.tsx";
import { messages } from "./messages.ts";

const List = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "1fr 1fr", md: "1fr", lg: "repeat(4, 1fr)" },
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

/** The four figures of a record: settled, won, calibration error and return. */
export function Stats({ total }: { total: PerformanceAnswer }) {
  const summary = summarize([total]);
  const error = calibrationError(total.bands);
  const loses = summary.return !== null && summary.return < 0;
  const stats = [
    { name: messages.settled, value: count(total.n), note: messages.settledNote },
    { name: messages.won, value: orNone(summary.won), note: messages.weSaid(orNone(summary.said)) },
    {
      name: messages.calibration,
      value: orNone(error, (gap) => `${points(gap)} ${messages.calibrationUnit}`),
      note: messages.calibrationNote,
    },
    {
      name: messages.return,
      value: orNone(summary.return, signedPercent),
      note: messages.returnNote(orNone(total.alwaysFavorite?.return ?? null, signedPercent)),
      color: loses ? "fg.loss" : "fg",
    },
  ];
  return (
    <List>
      {stats.map(({ name, value, note, color = "fg" }) => (
        <div key={name}>
          <chakra.dt textStyle="label" color="fg.muted">
            {name}
          </chakra.dt>
          <chakra.dd textStyle="numLg" color={color}>
            {value}
          </chakra.dd>
          <chakra.dd textStyle="small" color="fg.subtle">
            {note}
          </chakra.dd>
        </div>
      ))}
    </List>
  );
}

/** A difference of shares in percentage points, such as `1.1`. */
export const points = (gap: number) => (gap * 100).toFixed(1);
