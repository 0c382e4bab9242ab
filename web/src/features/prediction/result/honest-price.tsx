import { chakra } from "@chakra-ui/react/styled-system";
import { chanceToLose, probabilityText } from "@orbline/proto/constants/predictions";
import type { Prediction, StoredPrediction } from "@orbline/proto/http/prediction/prediction";
import { HundredTicks } from "#/components/betting/hundred-ticks.tsx";
import { OddsLine, PriceLine } from "#/components/betting/price-line.tsx";
import { PriceScale } from "#/components/betting/price-scale.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day, signedMoney, signedPercent } from "#/lib/format.ts";
import { payoutOdds, valueOf } from "../outcome.ts";
import { priceMessages } from "#/shared/price-messages.ts";
import { messages } from "../messages.ts";
import { RecordNote } from "./record-note.tsx";

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

/** The chance of losing, the price compared with our estimate, and the track record behind it. */
export function HonestPrice({ prediction }: { prediction: Prediction | StoredPrediction }) {
  const { confidence, breakEven, range, bets, modelVersion } = prediction;
  const odds = payoutOdds(prediction);
  const value = valueOf(prediction);
  const loses = chanceToLose(confidence);
  return (
    <Panel title={messages.honestPrice} meta={<ModelOf version={modelVersion} />}>
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
              {probabilityText(loses)}
            </chakra.span>
          </chakra.p>
          <HundredTicks probability={confidence} />
          <chakra.dl mt={4} mb={4}>
            <OddsLine name={messages.price} odds={odds} />
            <PriceLine name={messages.breakEven}>{probabilityText(breakEven)}</PriceLine>
            <PriceLine name={messages.ourEstimate} color="fg.win">
              {probabilityText(confidence)}
            </PriceLine>
            <PriceLine name={priceMessages.range}>
              {priceMessages.rangeOf(probabilityText(range.from), probabilityText(range.to))}
            </PriceLine>
            <PriceLine
              name={messages.expectedValue}
              aside={messages.perHundred(signedMoney(value * 100))}
              color={value < 0 ? "fg.loss" : "fg.win"}
            >
              {signedPercent(value)}
            </PriceLine>
          </chakra.dl>
          <PriceScale breakEven={breakEven} estimate={confidence} range={range} />
        </PanelBody>
        <RecordNote prediction={prediction} />
      </Sides>
    </Panel>
  );
}

/** The last day of the model's games, from its version such as `nba-2025-06-22-2c11bfde`. */
function ModelOf({ version }: { version: string }) {
  const lastDay = /\d{4}-\d\d-\d\d/.exec(version)?.[0];
  if (lastDay === undefined) return null;
  return <span title={version}>{messages.modelOf(day(`${lastDay}T12:00:00`))}</span>;
}
