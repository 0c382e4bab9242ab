import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { chanceToLose, probabilityText } from "@orbline/proto/constants/predictions";
import type { Prediction } from "@orbline/proto/http/prediction/prediction";
import { ArrowUpRight, ChevronDown, ChevronUp } from "lucide-react";
import { Button } from "#/components/ui/button.tsx";
import { ExternalButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { site } from "#/lib/site.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { Analysis } from "./analysis.tsx";
import { Legs } from "./legs.tsx";
import { ResultHead } from "./result-head.tsx";
import { Why } from "./why.tsx";
import { RecordBet } from "../ledger/record-bet.tsx";
import { SharePick } from "./share-pick.tsx";
import { messages } from "../messages.ts";

const px = { base: 4, md: 5 };
const Strip = chakra("dl", {
  base: {
    display: { base: "grid", xl: "none" },
    gridTemplateColumns: "repeat(3, auto)",
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    "& > div": { px: { base: 3, sm: 4, md: 5 }, py: 2.5 },
    "& > div:first-of-type": { ps: px },
    "& > div + div": { borderInlineStart: "1px solid {colors.line.subtle}" },
  },
});

/** A prediction as the machine got it; `insaneToday` comes with some insane ones. */
type Shown = Prediction & {
  isEarlier?: boolean | undefined;
  insaneToday?: { count: number; expectedLosses: number } | undefined;
};

type ResultPanelProps = {
  prediction: Shown;
  /** False below the refusal of one of the user's own limits. */
  hasAd: boolean;
};

/** A prediction: title, payout of the machine's stake, odds, one row per leg, analysis on demand, marked ad. */
export function ResultPanel({ prediction, hasAd }: ResultPanelProps) {
  const { analysisShown, toggleAnalysis, stake } = usePredictionForm();
  const hasAnalysis = prediction.reasoning !== "";
  const Chevron = analysisShown ? ChevronUp : ChevronDown;
  const { insaneToday } = prediction;
  return (
    <Panel>
      {insaneToday && (
        <chakra.p role="status" px={px} pt={4} color="fg.loss">
          {messages.insaneToday(insaneToday.count, insaneToday.expectedLosses)}
        </chakra.p>
      )}
      <ResultHead prediction={prediction} stake={stake} />
      {prediction.isEarlier && (
        <chakra.p px={px} pb={4} color="fg.muted">
          {messages.earlier}
        </chakra.p>
      )}
      <Figures prediction={prediction} />
      <Legs legs={prediction.bets} />
      <Why prediction={prediction} />
      <RecordBet key={`bet on ${prediction.id}`} prediction={prediction} />
      <SharePick key={prediction.id} id={prediction.id} />
      {hasAnalysis && (
        <PanelFooter>
          <Button
            variant="ghost"
            color="fg"
            px={1}
            ms={-1}
            aria-expanded={analysisShown}
            onClick={toggleAnalysis}
          >
            <Chevron size={18} aria-hidden />
            {analysisShown ? messages.hideAnalysis : messages.showAnalysis}
          </Button>
        </PanelFooter>
      )}
      {analysisShown && hasAnalysis && <Analysis prediction={prediction} />}
      {hasAd && <Ad />}
    </Panel>
  );
}

function Figures({ prediction: { confidence, breakEven } }: { prediction: Prediction }) {
  const figures = [
    { name: messages.loses, share: chanceToLose(confidence), color: "fg.loss" },
    { name: messages.breakEven, share: breakEven, color: "fg" },
    { name: messages.ourEstimate, share: confidence, color: "fg.win" },
  ];
  return (
    <Strip>
      {figures.map(({ name, share, color }) => (
        <div key={name}>
          <chakra.dt textStyle="micro" color="fg.subtle">
            {name}
          </chakra.dt>
          <chakra.dd textStyle="num" color={color}>
            {probabilityText(share)}
          </chakra.dd>
        </div>
      ))}
    </Strip>
  );
}

function Ad() {
  return (
    <PanelFooter
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap={3}
    >
      <p>
        <chakra.span display="block" color="fg.subtle">
          {messages.adNote}
        </chakra.span>
        {site.adBonus}
      </p>
      <ExternalButtonLink
        href={site.adUrl}
        target="_blank"
        rel="sponsored nofollow noopener"
        size="sm"
      >
        {site.adText}
        <ArrowUpRight size={16} aria-hidden />
        <VisuallyHidden>({messages.newTab})</VisuallyHidden>
      </ExternalButtonLink>
    </PanelFooter>
  );
}
