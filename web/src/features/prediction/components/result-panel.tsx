import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import type { Bet, Prediction } from "@orbline/proto/http/prediction";
import { ArrowUpRight, ChevronDown, ChevronUp } from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";
import { ExternalButtonLink } from "../../../components/ui/link.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { money, percent, profitOf, startTime, trueMinus } from "../../../lib/format.ts";
import { site } from "../../../lib/site.ts";
import { usePredictionForm } from "../../../stores/prediction-form-store.ts";
import { predictionTexts as texts } from "../../../texts/prediction.ts";
import { shortName } from "../team-names.ts";
import { Analysis } from "./analysis.tsx";
import { Odds } from "../../../components/ui/odds.tsx";

const px = { base: 4, md: 5 };
const Head = chakra("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    alignItems: "center",
    gap: 4,
    px,
    py: 5,
  },
});
const OddsBadge = chakra("div", {
  base: {
    px: 3,
    py: 2,
    bg: "accent.subtle",
    color: "accent.fg",
    borderWidth: "1px",
    borderColor: "accent.line",
    borderRadius: "control",
  },
});
const Strip = chakra("dl", {
  base: {
    display: { base: "grid", xl: "none" },
    gridTemplateColumns: "repeat(3, 1fr)",
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    "& > div": { px, py: 2.5 },
    "& > div + div": { borderInlineStart: "1px solid {colors.line.subtle}" },
  },
});
const Leg = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "20px 1fr auto",
    alignItems: "center",
    columnGap: 3,
    px,
    py: 3,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    animation: "rise 180ms both",
  },
});
const Row = chakra("div", {
  base: { px, py: 3, borderTopWidth: "1px", borderColor: "line.subtle" },
});

const LegRow = ({ bet, index }: { bet: Bet; index: number }) => (
  <Leg css={{ animationDelay: `${index * 40}ms` }}>
    <chakra.span textStyle="numSm" color="fg.subtle" aria-hidden>
      {index + 1}
    </chakra.span>
    <chakra.span minWidth={0}>
      <chakra.span display="block" textStyle="bodyLg" color="fg.muted">
        <chakra.b color="fg" fontWeight={600} title={bet.betOn}>
          {shortName(bet.betOn)}
        </chakra.b>{" "}
        {texts.versus} <span title={bet.opponent}>{shortName(bet.opponent)}</span>
      </chakra.span>
      <chakra.span display="block" textStyle="small" color="fg.subtle">
        {trueMinus(bet.betType)} · {startTime(bet.startsAt)}
      </chakra.span>
    </chakra.span>
    <Odds value={bet.odds} fontSize="16px" />
  </Leg>
);

const Figures = ({ prediction }: { prediction: Prediction }) => (
  <Strip>
    {[
      { name: texts.loses, share: 1 - prediction.confidence, color: "fg.loss" },
      { name: texts.breakEven, share: prediction.breakEven, color: "fg" },
      { name: texts.modelShort, share: prediction.confidence, color: "fg.win" },
    ].map(({ name, share, color }) => (
      <div key={name}>
        <chakra.dt textStyle="micro" color="fg.subtle">
          {name}
        </chakra.dt>
        <chakra.dd textStyle="num" color={color}>
          {percent(share)}
        </chakra.dd>
      </div>
    ))}
  </Strip>
);

const Ad = () => (
  <Row display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={3}>
    <chakra.p textStyle="small" color="fg.muted">
      <chakra.span display="block" color="fg.subtle">
        {texts.adNote}
      </chakra.span>
      {site.adBonus}
    </chakra.p>
    <ExternalButtonLink
      href={site.adUrl}
      target="_blank"
      rel="sponsored nofollow noopener"
      size="sm"
    >
      {site.adText}
      <ArrowUpRight size={16} aria-hidden />
      <VisuallyHidden>({texts.newTab})</VisuallyHidden>
    </ExternalButtonLink>
  </Row>
);

type ResultPanelProps = { prediction: Prediction; odds: number };

/** The pick: title, payout, odds, one row per leg, the analysis on demand, the marked ad. */
export const ResultPanel = ({ prediction, odds }: ResultPanelProps) => {
  const { analysisShown, toggleAnalysis } = usePredictionForm();
  const { bets, stake, reasoning } = prediction;
  return (
    <Panel>
      <Head>
        <div>
          <chakra.h2 textStyle="resultTitle">{texts.parlay(bets.length)}</chakra.h2>
          <chakra.p color="fg.muted" textStyle="bodyLg" mt={0.5}>
            <chakra.b textStyle="num" fontSize="15px" color="fg">
              {money(stake)}
            </chakra.b>{" "}
            {texts.toWin}{" "}
            <chakra.b textStyle="num" fontSize="15px" color="fg.win">
              {money(profitOf(stake, odds))}
            </chakra.b>
          </chakra.p>
        </div>
        <OddsBadge>
          <Odds value={odds} textStyle="numXl" />
        </OddsBadge>
      </Head>
      <Figures prediction={prediction} />
      <chakra.ol listStyle="none" p={0}>
        {bets.map((bet, index) => (
          <LegRow key={`${bet.game}-${bet.betOn}`} bet={bet} index={index} />
        ))}
      </chakra.ol>
      {reasoning !== "" && (
        <Row>
          <Button
            variant="ghost"
            color="fg"
            px={1}
            aria-expanded={analysisShown}
            onClick={toggleAnalysis}
          >
            {analysisShown ? (
              <ChevronUp size={18} aria-hidden />
            ) : (
              <ChevronDown size={18} aria-hidden />
            )}
            {analysisShown ? texts.hideAnalysis : texts.showAnalysis}
          </Button>
        </Row>
      )}
      {analysisShown && reasoning !== "" && <Analysis prediction={prediction} />}
      <Ad />
    </Panel>
  );
};
