import { chakra } from "@chakra-ui/react/styled-system";
import type { PerformanceAnswer } from "@orbline/proto/http/prediction/track-record";
import { count, trueMinus } from "#/lib/format.ts";
import { calibrationError, summarize } from "#/shared/performance.ts";
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

/** What we said and what won in a sentence, then the figures of a record: settled, profit, average miss. */
export function Stats({ total }: { total: PerformanceAnswer }) {
  const { n, said, won, return: perUnit } = summarize([total]);
  const returned = total.pushed + total.voided;
  const error = calibrationError(total.bands);
  const stats = [
    {
      name: messages.settled,
      value: count(n + returned),
      note: messages.settledNote(returned),
    },
    {
      name: messages.profit,
      value: orNone(perUnit, (each) => signedUnits(each * (n + total.pushed))),
      note: messages.profitNote,
    },
    {
      name: messages.calibration,
      value: orNone(error, points),
      note: messages.calibrationNote,
    },
  ];
  return (
    <div>
      {n > 0 && <Headline>{messages.headline(orNone(said), orNone(won))}</Headline>}
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

/** A difference of shares in percentage points, such as `1.1`. */
export const points = (gap: number) => (gap * 100).toFixed(1);

/** Units with a sign and one decimal, such as `+3.5`. */
const signedUnits = (units: number) => `${units > 0 ? "+" : ""}${trueMinus(units.toFixed(1))}`;
