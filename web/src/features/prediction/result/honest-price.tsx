import { chakra } from "@chakra-ui/react/styled-system";
import type { Prediction } from "@orbline/proto/http/prediction/prediction";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { decimalOdds, percent, signedMoney, signedPercent } from "#/lib/format.ts";
import { HundredTicks } from "./hundred-ticks.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { PriceScale } from "./price-scale.tsx";
import { RecordNote } from "./record-note.tsx";
import { messages } from "../messages.ts";

const Row = chakra("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    alignItems: "baseline",
    gap: 3,
    py: 2,
    color: "fg.muted",
    "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" },
  },
});
// In a wide container the record is beside the price, not below it.
const Sides = chakra("div", {
  base: {
    "@container (min-width: 600px)": {
      display: "grid",
      gridTemplateColumns: "1fr 1fr",
      "& > :last-child": {
        borderTopWidth: 0,
        borderInlineStart: "1px solid {colors.line.subtle}",
        py: 5,
      },
    },
  },
});
const Value = chakra("dd", { base: { textStyle: "num", color: "fg", textAlign: "end" } });
const Aside = chakra("span", { base: { textStyle: "numSm", color: "fg.subtle", me: 3 } });

type HonestPriceProps = { prediction: Prediction; odds: number };

/** The chance of losing, the price compared with the model, and the track record behind it. */
export function HonestPrice({ prediction, odds }: HonestPriceProps) {
  const { confidence, breakEven, edge, range, bets } = prediction;
  return (
    <Panel title={messages.honestPrice} meta={messages.model(prediction.modelVersion)}>
      <Sides>
        <PanelBody>
          <chakra.p
            display="flex"
            justifyContent="space-between"
            alignItems="baseline"
            color="fg.muted"
            mb={2}
          >
            {bets.length > 1 ? messages.losesParlay : messages.losesBet}
            <chakra.span textStyle="numLg" color="fg.loss">
              {percent(1 - confidence)}
            </chakra.span>
          </chakra.p>
          <HundredTicks probability={confidence} />
          <chakra.dl mt={4} mb={4}>
            <Line name={messages.price}>
              <Value>
                <Aside>{decimalOdds(odds).toFixed(2)}</Aside>
                <Odds value={odds} />
              </Value>
            </Line>
            <Line name={messages.breakEven}>
              <Value>{percent(breakEven)}</Value>
            </Line>
            <Line name={messages.modelProbability}>
              <Value color="fg.win">{percent(confidence)}</Value>
            </Line>
            <Line name={messages.edge}>
              <Value color={edge < 0 ? "fg.loss" : "fg.win"}>
                <Aside>{messages.perHundred(signedMoney(edge * 100))}</Aside>
                {signedPercent(edge)}
              </Value>
            </Line>
          </chakra.dl>
          <PriceScale breakEven={breakEven} model={confidence} range={range} />
          <Range prediction={prediction} />
        </PanelBody>
        <RecordNote prediction={prediction} />
      </Sides>
    </Panel>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Row>
      <dt>{name}</dt>
      {children}
    </Row>
  );
}

function Range({ prediction: { breakEven, range } }: { prediction: Prediction }) {
  const [from, to] = [percent(range.from), percent(range.to)];
  const inside = breakEven >= range.from && breakEven <= range.to;
  return (
    <chakra.p display="flex" gap={2.5} mt={3} textStyle="small" color="fg.muted">
      {inside && (
        <chakra.span color="warm.fg" flexShrink={0} pt="2px" aria-hidden>
          <TriangleAlert size={16} />
        </chakra.span>
      )}
      {inside ? messages.insideRange(from, to) : messages.likelyRange(from, to)}
    </chakra.p>
  );
}
