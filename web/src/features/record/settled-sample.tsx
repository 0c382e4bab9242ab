import { chakra } from "@chakra-ui/react/styled-system";
import { chanceToLose, probabilityText } from "@orbline/proto/constants/predictions";
import type { ModelPerformanceResponse } from "@orbline/proto/http/prediction/track-record";
import { useQuery } from "@tanstack/react-query";
import { Odds } from "#/components/betting/odds.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { SlateTag } from "#/components/betting/slate-badge.tsx";
import { Link } from "#/components/ui/link.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { count, day } from "#/lib/format.ts";
import { performanceQuery } from "#/shared/performance.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { messages } from "./messages.ts";

/** The prediction that was settled last and how it ended, with the way to all of them. Nothing while there is none. */
export function SettledSample() {
  const { data } = useQuery(performanceQuery);
  const pick = data?.lastSettled;
  if (!pick) return null;
  const { sport, riskLevel, odds, outcome, probability, settledAt, slate, legs } = pick;
  return (
    <Panel title={messages.sample} meta={day(settledAt)}>
      <PanelBody display="grid" gap={2}>
        <chakra.p textStyle="small" color="fg.muted">
          {sportNames[sport]} · {riskNames[riskLevel]} · {messages.legs(legs.length)}
        </chakra.p>
        <chakra.ul listStyleType="none">
          {legs.map(({ betOn, opponent, betType }) => (
            <li key={`${betOn} ${betType}`}>
              <strong>{betOn}</strong>{" "}
              <chakra.span color="fg.subtle">{messages.against(opponent)}</chakra.span>
            </li>
          ))}
        </chakra.ul>
        <chakra.p display="flex" flexWrap="wrap" columnGap={4} alignItems="baseline">
          <Odds value={odds} />
          <span>{messages.saidLoses(probabilityText(chanceToLose(probability)))}</span>
          <Outcome outcome={outcome} />
        </chakra.p>
        <SlateTag slate={slate} />
      </PanelBody>
      <PanelFooter>
        <Link to="/record" tone="accent">
          {messages.allPublished(count(settledIn(data)))}
        </Link>
      </PanelFooter>
    </Panel>
  );
}

function settledIn({ records }: ModelPerformanceResponse): number {
  return records.reduce((sum, { total: { n, pushed, voided } }) => sum + n + pushed + voided, 0);
}
