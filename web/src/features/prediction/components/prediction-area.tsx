import { Box } from "@chakra-ui/react/box";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import type { SlateInfo } from "@orbline/proto/http/prediction";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePredictionForm } from "../../../stores/prediction-form-store.ts";
import { predictionTexts as texts } from "../../../texts/prediction.ts";
import { riskNames, sportNames } from "../../../texts/slate.ts";
import { slateQuery } from "../../../lib/slate.ts";
import { recentPredictionsQuery } from "../api.ts";
import { toShown, type Shown } from "../outcome.ts";
import { usePrediction, type PredictionState } from "../use-prediction.ts";
import { HonestPrice } from "./honest-price.tsx";
import { LastFour } from "./last-four.tsx";
import { Machine } from "./machine.tsx";
import { ResultPanel } from "./result-panel.tsx";
import {
  Generating,
  NflNotice,
  NothingYet,
  OrbUnclear,
  PredictionUpdate,
} from "./result-states.tsx";
import { SlateBadge } from "../../../components/ui/slate-badge.tsx";

const useShownSlate = (shown: Shown | undefined): SlateInfo | undefined => {
  const sport = usePredictionForm((form) => form.sport);
  const slate = useQuery({ ...slateQuery(sport ?? "nba"), enabled: sport !== undefined }).data
    ?.slate;
  const recent = useQuery(recentPredictionsQuery(4)).data?.predictions[0]?.slate;
  return shown?.kind === "prediction" ? shown.prediction.slate : (slate ?? recent);
};

const announcement = (shown: Shown | undefined, { busy, failed }: PredictionState) => {
  if (busy) return texts.generating;
  if (failed) return texts.failed;
  switch (shown?.kind) {
    case "prediction":
      return texts.ready(texts.parlay(shown.prediction.bets.length));
    case "unclear":
      return `${texts.unclear}. ${texts.clouded}`;
    case "update":
      return `${texts.update}. ${shown.message ?? ""}`;
    case undefined:
      return "";
  }
};

const Result = ({ shown, state }: { shown: Shown | undefined; state: PredictionState }) => {
  const { sport, risk, nflNotice } = usePredictionForm();
  if (nflNotice) return <NflNotice />;
  if (state.busy && sport && risk)
    return <Generating meta={`${sportNames[sport]}, ${riskNames[risk]}`} />;
  switch (shown?.kind) {
    case "prediction":
      return <ResultPanel prediction={shown.prediction} odds={shown.odds} />;
    case "unclear":
      return <OrbUnclear onRetry={state.generate} />;
    case "update":
      return <PredictionUpdate message={shown.message} />;
    case undefined:
      return <NothingYet />;
  }
};

const areas = {
  base: '"machine" "result" "price" "last"',
  md: '"machine result" "price result" "last result"',
  xl: '"machine result price" "last result price"',
};

type PredictionAreaProps = {
  welcome: ReactNode;
  isSubscribed: boolean;
  onUnsubscribed: () => void;
  onSubscriptionEnded: () => void;
};

/** Machine, result, honest price and the last four, laid out for each width. */
export const PredictionArea = ({ welcome, ...access }: PredictionAreaProps) => {
  const state = usePrediction(access);
  const shown = state.answer && toShown(state.answer);
  const slate = useShownSlate(shown);
  return (
    <>
      <Box
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        alignItems="center"
        gap={3}
      >
        {welcome}
        <SlateBadge slate={slate} />
      </Box>
      <VisuallyHidden aria-live="polite" role="status">
        {announcement(shown, state)}
      </VisuallyHidden>
      <Box
        display="grid"
        gap={4}
        mt={{ base: 4, md: 5 }}
        alignItems="start"
        gridTemplateAreas={areas}
        gridTemplateColumns={{
          base: "minmax(0, 1fr)",
          md: "340px minmax(0, 1fr)",
          xl: "352px minmax(0, 1fr) 344px",
        }}
        gridTemplateRows={{ md: "auto auto 1fr", xl: "auto 1fr" }}
      >
        <Box gridArea="machine">
          <Machine prediction={state} />
        </Box>
        <Box gridArea="result" aria-busy={state.busy}>
          <Result shown={shown} state={state} />
        </Box>
        <Box gridArea="price">
          {shown?.kind === "prediction" && (
            <HonestPrice prediction={shown.prediction} odds={shown.odds} />
          )}
        </Box>
        <Box gridArea="last">
          <LastFour />
        </Box>
      </Box>
    </>
  );
};
