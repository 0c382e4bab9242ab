import { Flex } from "@chakra-ui/react/flex";
import { chakra } from "@chakra-ui/react/styled-system";
import type { Prediction } from "@orbline/proto/http/prediction/prediction";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Odds } from "#/components/betting/odds.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day, decimalOdds, percent, signedMoney, signedPercent } from "#/lib/format.ts";
import { payoutOdds } from "../outcome.ts";
import { messages } from "../messages.ts";
import { PriceScale } from "./price-scale.tsx";
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
export function HonestPrice({ prediction }: { prediction: Prediction }) {
  const { confidence, breakEven, edge, range, bets, modelVersion } = prediction;
  const odds = payoutOdds(prediction);
  return (
    <Panel title={messages.honestPrice} meta={<ModelOf version={modelVersion} />}>
      <Sides>
        <PanelBody>
          <Flex as="p" justify="space-between" align="baseline" color="fg.muted" mb={2}>
            {bets.length > 1 ? messages.losesParlay : messages.losesBet}
            <chakra.span textStyle="numLg" color="fg.loss">
              {percent(1 - confidence)}
            </chakra.span>
          </Flex>
          <HundredTicks probability={confidence} />
          <chakra.dl mt={4} mb={4}>
            <Line name={messages.price} aside={decimalOdds(odds).toFixed(2)}>
              <Odds value={odds} />
            </Line>
            <Line name={messages.breakEven}>{percent(breakEven)}</Line>
            <Line name={messages.ourEstimate} color="fg.win">
              {percent(confidence)}
            </Line>
            <Line
              name={messages.edge}
              aside={messages.perHundred(signedMoney(edge * 100))}
              color={edge < 0 ? "fg.loss" : "fg.win"}
            >
              {signedPercent(edge)}
            </Line>
          </chakra.dl>
          <PriceScale breakEven={breakEven} estimate={confidence} range={range} />
          <Range prediction={prediction} />
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

const [step, winHeight, lossHeight] = [2.5, 28, 15];

/** A hundred bars for wins and losses, with both counts below. */
function HundredTicks({ probability }: { probability: number }) {
  const won = Math.round(probability * 100);
  return (
    <div>
      <chakra.svg
        viewBox={`0 0 ${100 * step} ${winHeight}`}
        width="full"
        height="32px"
        preserveAspectRatio="none"
        strokeWidth="1.5"
        role="img"
        aria-label={messages.ticks(won, 100 - won)}
      >
        <chakra.path d={bars(0, won, winHeight)} stroke="accent.fg" />
        <chakra.path d={bars(won, 100, lossHeight)} stroke="warm.line" />
      </chakra.svg>
      <Flex as="p" justify="space-between" textStyle="small" mt={1} aria-hidden>
        <chakra.span color="fg.win">{messages.winsIn(won)}</chakra.span>
        <chakra.span color="fg.loss">{messages.losesIn(100 - won)}</chakra.span>
      </Flex>
    </div>
  );
}

function bars(from: number, to: number, height: number) {
  const starts = Array.from({ length: to - from }, (_, index) => (from + index) * step + 0.75);
  return starts.map((x) => `M${x} ${(winHeight - height) / 2}v${height}`).join("");
}

type LineProps = { name: string; aside?: string; color?: string; children: ReactNode };

function Line({ name, aside, color = "fg", children }: LineProps) {
  return (
    <Flex
      justify="space-between"
      align="baseline"
      gap={3}
      py={2}
      color="fg.muted"
      css={{ "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" } }}
    >
      <dt>{name}</dt>
      <chakra.dd textStyle="num" color={color} textAlign="end">
        {aside !== undefined && (
          <chakra.span textStyle="numSm" color="fg.subtle" me={3}>
            {aside}
          </chakra.span>
        )}
        {children}
      </chakra.dd>
    </Flex>
  );
}

function Range({ prediction: { breakEven, range } }: { prediction: Prediction }) {
  const [from, to] = [percent(range.from), percent(range.to)];
  const inside = breakEven >= range.from && breakEven <= range.to;
  return (
    <Flex as="p" gap={2.5} mt={3} textStyle="small" color="fg.muted">
      {inside && (
        <chakra.span color="warm.fg" flexShrink={0} pt="2px" aria-hidden>
          <TriangleAlert size={16} />
        </chakra.span>
      )}
      {inside ? messages.insideRange(from, to) : messages.likelyRange(from, to)}
    </Flex>
  );
}
