import { chakra } from "@chakra-ui/react/styled-system";
import type { Outcome as OutcomeName } from "@orbline/proto/constants/predictions";
import type { ReactNode } from "react";
import { Outcome } from "#/components/betting/outcome.tsx";
import { money, signedMoney } from "#/lib/format.ts";
import { messages } from "./messages.ts";

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
  /** The suggested stake, with which the profit is what a bet would have made; undefined for a bet of the user. */
  suggested: number | undefined;
};

/** A prediction in a list: its picks and its result, with notes below both. An open one has no profit yet. */
export function PredictionRow({ title, outcome, profit, note, suggested }: PredictionRowProps) {
  const isOwnBet = suggested === undefined;
  return (
    <Item>
      <Line>
        <span>{title}</span>
        <chakra.span display="inline-flex" alignItems="center" gap={2}>
          <Outcome outcome={outcome} />
          {outcome !== "open" && (
            <span>
              <chakra.span textStyle="num">{signedMoney(profit)}</chakra.span>
              {!isOwnBet && ` ${messages.profitIfBet}`}
            </span>
          )}
        </chakra.span>
      </Line>
      <Line look="note">
        <span>{note}</span>
        <span>{isOwnBet ? messages.yourBet : messages.suggested(money(suggested))}</span>
      </Line>
    </Item>
  );
}
