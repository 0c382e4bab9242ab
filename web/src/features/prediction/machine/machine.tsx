import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw, X } from "lucide-react";
import { useId, useRef, useState } from "react";
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

// Keeps the height of the panel's head until the prices of the chosen sport are known, so that nothing below moves.
const expected = { kind: "simulated", pricedAt: "1970-01-01T00:00:00Z" } as const;

/** Stake, sport, risk, the two buttons and a status line. */
export function Machine({ prediction }: { prediction: PredictionState }) {
  const { generate, reset, busy } = prediction;
  const panel = useRef<HTMLDivElement>(null);
  const { sport, risk, game } = usePredictionForm();
  const gameId = useId();
  // The choice that was missing at the last click on Generate.
  const [asked, setAsked] = useState<"sport" | "risk">();
  const missing = asked === "sport" ? sport === undefined && asked : risk === undefined && asked;
  const start = () => {
    const first = sport === undefined ? "sport" : risk === undefined ? "risk" : undefined;
    setAsked(first);
    if (first === undefined) return generate();
    return panel.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const { data: slate } = useQuery({ ...slateQuery(sport ?? "nba"), enabled: Boolean(sport) });
  return (
    <Panel
      ref={panel}
      title={messages.machine}
      ticks
      meta={
        <chakra.span
          {...(!slate && { visibility: "hidden", "aria-hidden": true })}
          {...(!sport && { hideBelow: "sm" })}
        >
          <PriceAge slate={slate?.slate ?? expected} />
        </chakra.span>
      }
    >
      <PanelBody display="flex" flexDirection="column" gap={{ base: 4, md: 5 }}>
        <StakeField />
        <SportChoice gameCount={slate?.games.length} />
        <WantedGame id={gameId} />
        <RiskChoice describedBy={game && gameId} />
        <chakra.div display="flex" gap={2}>
          <Button
            variant="primary"
            size="lg"
            flex={1}
            onClick={start}
            busyText={busy && messages.processing}
          >
            {messages.generate}
          </Button>
          <Button size="lg" px={{ base: 4, md: 5 }} onClick={reset} aria-label={messages.reset}>
            <RotateCcw size={18} aria-hidden />
            <chakra.span hideBelow="md">{messages.reset}</chakra.span>
          </Button>
        </chakra.div>
      </PanelBody>
      <PanelFooter display="flex" flexWrap="wrap" alignItems="center" gap={2} color="fg.subtle">
        {busy && <Spinner color="accent.fg" />}
        {busy ? messages.generating : messages.idle}
        {missing && (
          <chakra.strong role="alert" color="fg.error" fontWeight={600}>
            {missing === "sport" ? messages.chooseSport : messages.chooseRisk}
          </chakra.strong>
        )}
      </PanelFooter>
    </Panel>
  );
}

/** The game that every pick has to have, with a button that lifts this. */
function WantedGame({ id }: { id: string }) {
  const { sport, game, setSport } = usePredictionForm();
  if (game === undefined || sport === undefined) return null;
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap={2}
      ps={3}
      borderWidth="1px"
      borderColor="accent.line"
      borderRadius="control"
    >
      <chakra.span id={id} py={2} minWidth={0} overflowWrap="anywhere">
        {messages.onlyWith(game.name)}
      </chakra.span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={messages.anyGame}
        onClick={() => setSport(sport)}
      >
        <X size={18} aria-hidden />
      </Button>
    </chakra.div>
  );
}
