import { chakra } from "@chakra-ui/react/styled-system";
import type { Outcome as OutcomeName } from "@orbline/proto/constants/predictions";
import type { ReactNode } from "react";
import { Outcome } from "#/components/betting/outcome.tsx";
import { signedMoney } from "#/lib/format.ts";

const Item = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    columnGap: 4,
    rowGap: 1,
    px: { base: 4, md: 5 },
    py: 3,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    _first: { borderTopWidth: 0 },
  },
});

const Note = chakra("span", { base: { textStyle: "small", color: "fg.subtle" } });

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
      <span>{title}</span>
      <chakra.span display="inline-flex" alignItems="center" justifyContent="end" gap={2}>
        <Outcome outcome={outcome} />
        {outcome !== "open" && <chakra.span textStyle="num">{signedMoney(profit)}</chakra.span>}
      </chakra.span>
      <Note>{note}</Note>
      <Note textAlign="end">{stakeNote}</Note>
    </Item>
  );
}
