import { chakra } from "@chakra-ui/react/styled-system";
import type { Outcome as OutcomeName } from "@orbline/proto/constants/predictions";
import type { ReactNode } from "react";
import { Outcome } from "#/components/betting/outcome.tsx";
import { signedMoney } from "#/lib/format.ts";

const Item = chakra("li", {
  base: {
    px: { base: 4, md: 5 },
    py: 3,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    _first: { borderTopWidth: 0 },
  },
});

/** Two texts at both ends; the second stays on one line. */
const Line = chakra("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    columnGap: 4,
    "& > :last-child": { flexShrink: 0 },
  },
  variants: { look: { note: { textStyle: "small", color: "fg.subtle", mt: 1 } } },
});

type PredictionRowProps = {
  title: ReactNode;
  outcome: OutcomeName;
  profit: number;
  note: ReactNode;
  stakeNote: string;
};

/** A prediction in a list: its picks and its result, with notes below both. An open one has no profit yet. */
export function PredictionRow({ title, outcome, profit, note, stakeNote }: PredictionRowProps) {
  return (
    <Item>
      <Line>
        <span>{title}</span>
        <chakra.span display="inline-flex" alignItems="center" gap={2}>
          <Outcome outcome={outcome} />
          {outcome !== "open" && <chakra.span textStyle="num">{signedMoney(profit)}</chakra.span>}
        </chakra.span>
      </Line>
      <Line look="note">
        <span>{note}</span>
        <span>{stakeNote}</span>
      </Line>
    </Item>
  );
}
