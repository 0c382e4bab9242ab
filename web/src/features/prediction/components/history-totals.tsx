import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryResponse } from "@orbline/proto/http/prediction";
import { Panel } from "../../../components/ui/panel.tsx";
import { money, percent, signedPercent } from "../../../lib/format.ts";
import { predictionTexts as texts } from "../../../texts/prediction.ts";

const Stats = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    "& > div": { display: "grid", alignContent: "center", px: { base: 4, md: 5 }, py: 4 },
    "& > div:nth-of-type(n + 3)": { borderTop: "1px solid {colors.line.subtle}" },
  },
  variants: {
    /** All in one line where there is room. */
    oneLine: {
      true: {
        gridTemplateColumns: { base: "1fr 1fr", lg: "repeat(4, 1fr)" },
        "& > div:nth-of-type(n + 3)": { borderTopWidth: { lg: 0 } },
        "& > div + div": { borderInlineStart: { lg: "1px solid {colors.line.subtle}" } },
      },
    },
  },
});

/** Figures side by side: a name, a value, a note below. */
export type Stat = { name: string; value: string; note: string; isLoss?: boolean };

/** A row of figures. */
export const StatRow = ({ stats, oneLine }: { stats: readonly Stat[]; oneLine?: boolean }) => (
  <Stats {...(oneLine && { oneLine })}>
    {stats.map(({ name, value, note, isLoss = false }) => (
      <div key={name}>
        <chakra.dt textStyle="label" color="fg.muted">
          {name}
        </chakra.dt>
        <chakra.dd textStyle="numLg" minHeight="28px" color={isLoss ? "fg.loss" : "fg"}>
          {value}
        </chakra.dd>
        <chakra.dd textStyle="small" minHeight="20px" color="fg.subtle">
          {note}
        </chakra.dd>
      </div>
    ))}
  </Stats>
);

/** What all settled predictions of the user came to, whatever the filters. */
export const HistoryTotals = ({ totals }: { totals: HistoryResponse["totals"] }) => {
  const { settled, won, lost, staked, returned, profit } = totals;
  const shareOf = (n: number) => (settled === 0 ? "" : percent(n / settled));
  return (
    <Panel as="div" ticks display="grid">
      <StatRow
        stats={[
          { name: texts.settled, value: String(settled), note: "" },
          { name: texts.won, value: String(won), note: shareOf(won) },
          { name: texts.lost, value: String(lost), note: shareOf(lost) },
          {
            name: texts.return,
            value: staked === 0 ? "–" : signedPercent(profit / staked),
            note: texts.stakedReturned(money(staked), money(returned)),
            isLoss: profit < 0,
          },
        ]}
      />
    </Panel>
  );
};
