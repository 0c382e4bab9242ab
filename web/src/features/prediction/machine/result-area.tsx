import { Box } from "@chakra-ui/react/box";
import type { Prediction } from "@orbline/proto/http/prediction/prediction";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { guardrailRefusal, recentPredictionsQuery } from "../api.ts";
import { messages } from "../messages.ts";
import {
  EarlierResult,
  Failed,
  Generating,
  NflNotice,
  NothingYet,
  OnBreak,
  OrbUnclear,
  PredictionUpdate,
} from "../result/result-states.tsx";
import type { PredictionState } from "./use-prediction.ts";

const ResultPanel = lazy(async () => ({
  default: (await import("../result/result-panel.tsx")).ResultPanel,
}));

// Loads separately, because only users without predictions see it.
const FirstSteps = lazy(async () => ({
  default: (await import("../result/first-steps.tsx")).FirstSteps,
}));

type ResultAreaProps = {
  state: PredictionState;
  isOnBreak: boolean;
};

/** During a break only that. Else the newest result, its skeleton, or a failure above the result before it. */
export function ResultArea({ state, isOnBreak }: ResultAreaProps) {
  const { sport, risk, nflNotice } = usePredictionForm();
  const { view, error } = state;
  if (isOnBreak) return <OnBreak />;
  if (nflNotice) return <NflNotice />;
  if (state.busy && sport && risk)
    return <Generating meta={`${sportNames[sport]}, ${riskNames[risk]}`} />;
  if (state.restoring)
    return (
      <Panel>
        <SkeletonRows rows={6} />
      </Panel>
    );
  if (error)
    return (
      <Box display="grid" gap={4}>
        <Failed error={error} onRetry={state.generate} />
        {view?.kind === "prediction" && (
          <EarlierResult label={messages.lastPrediction}>
            <Shown prediction={view.prediction} hasAd={guardrailRefusal(error) === undefined} />
          </EarlierResult>
        )}
      </Box>
    );
  switch (view?.kind) {
    case "prediction": {
      const { prediction } = view;
      const isCurrent = sport === prediction.sport && risk === prediction.riskLevel;
      if (isCurrent) return <Shown prediction={prediction} />;
      const label = messages.resultFor(
        sportNames[prediction.sport],
        riskNames[prediction.riskLevel],
      );
      return (
        <EarlierResult label={label}>
          <Shown prediction={prediction} />
        </EarlierResult>
      );
    }
    case "unclear":
      return <OrbUnclear onRetry={state.generate} />;
    case "update":
      return <PredictionUpdate message={view.message} />;
    case undefined:
      return <Start />;
  }
}

function Start() {
  const { data } = useQuery(recentPredictionsQuery(4));
  if (data?.predictions.length !== 0) return <NothingYet />;
  return (
    <Suspense fallback={<NothingYet />}>
      <FirstSteps />
    </Suspense>
  );
}

type ShownProps = { prediction: Prediction; hasAd?: boolean };

function Shown({ prediction, hasAd = true }: ShownProps) {
  const { sport, riskLevel } = prediction;
  return (
    <Suspense fallback={<Generating meta={`${sportNames[sport]}, ${riskNames[riskLevel]}`} />}>
      <ResultPanel prediction={prediction} hasAd={hasAd} />
    </Suspense>
  );
}
