import { Flex } from "@chakra-ui/react/flex";
import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { PriceAge } from "#/components/betting/slate-badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { Spinner } from "@chakra-ui/react/spinner";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { slateQuery } from "#/shared/slate.ts";
import type { PredictionState } from "./use-prediction.ts";
import { RiskChoice } from "./risk-choice.tsx";
import { SportChoice } from "./sport-choice.tsx";
import { StakeField } from "./stake-field.tsx";
import { messages } from "../messages.ts";

/** Stake, sport, risk, the two buttons and a status line. */
export function Machine({ prediction }: { prediction: PredictionState }) {
  const { generate, reset, busy } = prediction;
  const sport = usePredictionForm((form) => form.sport);
  const { data: slate } = useQuery({ ...slateQuery(sport ?? "nba"), enabled: Boolean(sport) });
  return (
    <Panel
      title={messages.machine}
      ticks
      meta={slate && <PriceAge pricedAt={slate.slate.pricedAt} />}
    >
      <PanelBody display="flex" flexDirection="column" gap={5}>
        <StakeField />
        <SportChoice gameCount={slate?.games.length} />
        <RiskChoice />
        <Flex gap={2}>
          <Button
            variant="primary"
            size="lg"
            flex={1}
            onClick={generate}
            busyText={busy && messages.processing}
          >
            {messages.generate}
          </Button>
          <Button size="lg" px={{ base: 4, md: 5 }} onClick={reset} aria-label={messages.reset}>
            <RotateCcw size={18} aria-hidden />
            <chakra.span hideBelow="md">{messages.reset}</chakra.span>
          </Button>
        </Flex>
      </PanelBody>
      <PanelFooter display="flex" alignItems="center" gap={2} color="fg.subtle">
        {busy && <Spinner color="accent.fg" />}
        {busy ? messages.generating : messages.idle}
      </PanelFooter>
    </Panel>
  );
}
