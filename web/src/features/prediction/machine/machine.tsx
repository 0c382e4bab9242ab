import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { Clock, RotateCcw } from "lucide-react";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { Spinner } from "@chakra-ui/react/spinner";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { slateQuery } from "#/shared/slate.ts";
import { priceAge } from "#/shared/slate.ts";
import { useNow } from "#/lib/use-now.ts";
import type { PredictionState } from "./use-prediction.ts";
import { RiskChoice } from "./risk-choice.tsx";
import { SportChoice } from "./sport-choice.tsx";
import { StakeField } from "./stake-field.tsx";
import { messages } from "../messages.ts";

const Column = chakra("div", { base: { display: "flex", flexDirection: "column", gap: 5 } });
const Buttons = chakra("div", { base: { display: "flex", gap: 2 } });

type MachineProps = { prediction: PredictionState };

/** Stake, sport, risk, the two buttons and a status line. */
export function Machine({ prediction }: MachineProps) {
  const { generate, reset, busy } = prediction;
  const slate = useSlate();
  const now = useNow();
  return (
    <Panel
      title={messages.machine}
      ticks
      meta={
        slate && (
          <chakra.span display="inline-flex" alignItems="center" gap={1.5}>
            <Clock size={14} aria-hidden />
            {priceAge(slate.slate.pricedAt, now)}
          </chakra.span>
        )
      }
    >
      <PanelBody as={Column}>
        <StakeField />
        <SportChoice gameCount={slate?.games.length} />
        <RiskChoice />
        <Buttons>
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
        </Buttons>
      </PanelBody>
      <PanelFooter display="flex" alignItems="center" gap={2} color="fg.subtle">
        {busy && <Spinner color="accent.fg" />}
        {busy ? messages.generating : messages.idle}
      </PanelFooter>
    </Panel>
  );
}

function useSlate() {
  const sport = usePredictionForm((form) => form.sport);
  return useQuery({ ...slateQuery(sport ?? "nba"), enabled: sport !== undefined }).data;
}
