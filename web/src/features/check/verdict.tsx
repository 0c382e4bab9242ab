import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { probabilityText } from "@orbline/proto/constants/predictions";
import type { PriceCheck } from "@orbline/proto/http/prediction/price-check";
import { ChevronDown } from "lucide-react";
import { HundredTicks } from "#/components/betting/hundred-ticks.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { OddsLine, PriceLine } from "#/components/betting/price-line.tsx";
import { PriceScale } from "#/components/betting/price-scale.tsx";
import { PriceDoubt, PriceVerdict } from "#/components/betting/price-verdict.tsx";
import { PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { decimalOdds, money, signedMoney, signedPercent, trueMinus } from "#/lib/format.ts";
import { priceMessages, shownVerdict } from "#/shared/price-messages.ts";
import { messages } from "./messages.ts";

/** The judgment of a price: verdict, hundred ticks, figures, scale, and the best prices that we see. */
export function Verdict({ checked }: { checked: PriceCheck }) {
  const { verdict, odds, stake, breakEven, confidence, range, edge, expectedValue } = checked;
  const tooGood = tooGoodLeg(checked);
  const gain = tooGood ? "fg" : "fg.win";
  return (
    <>
      <VisuallyHidden role="status">
        {messages.spoken(wordOf(checked), probabilityText(breakEven), probabilityText(confidence))}
      </VisuallyHidden>
      <PanelBody>
        {tooGood ? (
          <PriceDoubt word={messages.checkOdds} meaning={messages.tooGood(tooGood.betOn)} />
        ) : (
          <PriceVerdict verdict={verdict} expectedValue={edge} />
        )}
        <Box mt={4}>
          <HundredTicks probability={confidence} />
        </Box>
        <chakra.dl mt={3} mb={4}>
          <OddsLine name={messages.yourOdds} odds={odds} />
          <PriceLine name={priceMessages.breakEven}>{probabilityText(breakEven)}</PriceLine>
          <PriceLine name={priceMessages.ourEstimate} color="fg.win">
            {probabilityText(confidence)}
          </PriceLine>
          <PriceLine name={priceMessages.range}>
            {priceMessages.rangeOf(probabilityText(range.from), probabilityText(range.to))}
          </PriceLine>
          <PriceLine
            name={messages.value}
            aside={messages.onStake(signedMoney(expectedValue), money(stake))}
            color={edge < 0 ? "fg.loss" : gain}
          >
            {signedPercent(edge)}
          </PriceLine>
        </chakra.dl>
        <PriceScale breakEven={breakEven} estimate={confidence} range={range} />
      </PanelBody>
      <Legs checked={checked} />
      {!tooGood && <PanelFooter>{bestText(checked)}</PanelFooter>}
    </>
  );
}

/** The verdict in a word. A price that nobody offers has none, because it would advise a bet that does not exist. */
function wordOf(checked: PriceCheck): string {
  if (tooGoodLeg(checked)) return messages.checkOdds;
  return priceMessages.verdicts[shownVerdict(checked.verdict, checked.edge)].word;
}

const Line = chakra("button", {
  base: {
    position: "sticky",
    zIndex: 1,
    // Above the tab bar.
    bottom: { base: "calc(64px + env(safe-area-inset-bottom))", md: "16px" },
    display: { base: "flex", lg: "none" },
    alignItems: "center",
    justifyContent: "space-between",
    gap: 3,
    width: "full",
    minHeight: "48px",
    mt: 4,
    px: 4,
    py: 2,
    bg: "bg.panel",
    color: "fg",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "control",
    boxShadow: "overlay",
    fontWeight: 600,
    textAlign: "start",
    cursor: "pointer",
    _focusVisible: { outline: "2px solid {colors.accent.focus}", outlineOffset: "2px" },
  },
});

type VerdictLineProps = { checked: PriceCheck; onPress: () => void };

/** The verdict in one line, in sight while the odds are entered on a narrow screen. */
export function VerdictLine({ checked, onPress }: VerdictLineProps) {
  const { breakEven, confidence } = checked;
  return (
    <Line type="button" onClick={onPress}>
      {messages.short(wordOf(checked), probabilityText(breakEven), probabilityText(confidence))}
      <ChevronDown size={18} aria-hidden />
    </Line>
  );
}

const Row = chakra("li", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    gap: 3,
    px: { base: 4, md: 5 },
    py: 3,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
  },
});

/** Each leg with what its odds need, our estimate and the best price. */
function Legs({ checked }: { checked: PriceCheck }) {
  return (
    <chakra.ol listStyle="none" p={0} aria-label={messages.legs}>
      {checked.legs.map((leg) => (
        <Row key={leg.gameId}>
          <chakra.span minWidth={0}>
            <chakra.b display="block" fontWeight={600}>
              {leg.betOn}
            </chakra.b>
            <chakra.span display="block" textStyle="small" color="fg.subtle">
              {trueMinus(leg.betType)} ·{" "}
              {messages.needs(probabilityText(leg.breakEven), probabilityText(leg.probability))}
            </chakra.span>
            {leg.best && (
              <chakra.span display="block" textStyle="small" color="fg.muted">
                {messages.bestPrice} <Odds value={leg.best.odds} fontSize="13px" />{" "}
                {messages.bestAt(leg.best.book)}
              </chakra.span>
            )}
          </chakra.span>
          <Odds value={leg.odds} />
        </Row>
      ))}
    </chakra.ol>
  );
}

/** Decimal odds above this multiple of the best known price are probably a typing error. */
const farBeyond = 1.25;

/** What a win at the best price pays more than at the user's. A parlay is one ticket, so its prices are those of one book. */
function bestText({ legs, stake }: PriceCheck): string {
  if (!legs.some(isBeaten)) return messages.bestTaken;
  const [book, ...others] = new Set(legs.map(({ best }) => best?.book));
  if (book === undefined || others.length > 0) return messages.bestApart;
  const total = (oddsOf: (leg: CheckedLeg) => number) =>
    legs.reduce((product, leg) => product * decimalOdds(oddsOf(leg)), 1);
  const more = total(({ odds, best }) => best?.odds ?? odds) - total(({ odds }) => odds);
  const cents = Math.round(more * stake * 100);
  if (cents <= 0) return messages.bestTaken;
  return messages.bestPays(book, money(cents / 100), money(stake));
}

type CheckedLeg = PriceCheck["legs"][number];

const isBeaten = ({ odds, best }: CheckedLeg) =>
  best !== null && decimalOdds(best.odds) > decimalOdds(odds);

const tooGoodLeg = ({ legs }: PriceCheck) =>
  legs.find(
    ({ odds, best }) => best !== null && decimalOdds(odds) > farBeyond * decimalOdds(best.odds),
  );
