import { chakra } from "@chakra-ui/react/styled-system";
import { probabilityText } from "@orbline/proto/constants/predictions";
import type { Bet, Prediction } from "@orbline/proto/http/prediction/prediction";
import { wholePercent } from "#/lib/format.ts";
import { Disclosure } from "#/components/ui/disclosure.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { messages } from "../messages.ts";

const line = { borderTop: "1px solid {colors.line.subtle}" };
const Block = chakra("div", {
  base: {
    ...line,
    px: { base: 4, md: 5 },
    py: 4,
    animation: "rise 180ms",
  },
});
const Title = chakra("h3", { base: { textStyle: "panelTitle" } });
const Text = chakra("p", { base: { color: "fg.muted", mt: 1, maxWidth: "72ch" } });
// A disclosure inside the block needs no padding of its own.
const Written = chakra("div", { base: { "& summary": { px: 0 }, "& details": { mt: 2 } } });
const BetBlock = chakra("li", { base: { ...line, py: 3, mt: 2 } });
const spread = { display: "flex", flexWrap: "wrap", justifyContent: "space-between", columnGap: 3 };
const BetTitle = chakra("h4", { base: { ...spread, textStyle: "panelTitle", fontSize: "13px" } });
const Confidence = chakra("p", {
  base: { ...spread, ...line, alignItems: "center", pt: 4, textStyle: "panelTitle" },
});

/** The statistical analysis: by bet, then overall, which the verdict above sums up, and the confidence as a whole percentage. */
export function Analysis({ prediction }: { prediction: Prediction }) {
  return (
    <Block>
      <Title>{messages.individual}</Title>
      <chakra.ul listStyle="none" p={0}>
        {prediction.bets.map((bet, index) => (
          <BetAnalysis key={`${bet.game}-${bet.betOn}`} bet={bet} number={index + 1} />
        ))}
      </chakra.ul>
      <Title mt={5}>{messages.overall}</Title>
      <Reasoning text={prediction.reasoning} more={messages.sources} />
      <Confidence mt={4}>
        {messages.confidence}
        <chakra.span textStyle="numLg">{wholePercent(prediction.confidence)}</chakra.span>
      </Confidence>
      <chakra.p textStyle="small" color="fg.subtle">
        {messages.confidenceNote}
      </chakra.p>
    </Block>
  );
}

/** The lines of an analysis, with its second paragraph in a disclosure. Older analyses are one long line. */
function Reasoning({ text, more }: { text: string; more: string }) {
  const [front = "", rest] = text.split("\n\n");
  return (
    <Written>
      <Lines text={front} />
      {rest && (
        <Disclosure label={more}>
          <Lines text={rest} />
        </Disclosure>
      )}
    </Written>
  );
}

const Lines = ({ text }: { text: string }) =>
  text.split("\n").map((one) => <Text key={one}>{one}</Text>);

function BetAnalysis({ bet, number }: { bet: Bet; number: number }) {
  return (
    <BetBlock>
      <BetTitle>
        <span>
          {messages.betNumber(number)} {bet.betOn} <Odds value={bet.odds} fontSize="13px" ms={1} />
        </span>
        <chakra.span fontWeight={400} color="fg.muted">
          {messages.wins} <chakra.b color="fg">{probabilityText(bet.probability)}</chakra.b>
        </chakra.span>
      </BetTitle>
      <chakra.p textStyle="small" color="fg.subtle">
        {bet.game}
      </chakra.p>
      <Reasoning text={bet.reasoning} more={messages.moreReasons} />
    </BetBlock>
  );
}
