import type { RiskLevel, Sport } from "@orbline/proto/constants/predictions";
import type {
  NewPrediction,
  NewPredictionResponse,
  Prediction,
} from "@orbline/proto/http/prediction/prediction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { guardrailsQuery } from "#/shared/guardrails.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import {
  guardrailRefusal,
  historyKey,
  isSubscriptionRequired,
  requestPrediction,
  shownQuery,
} from "../api.ts";
import { OfflineError, toResultView, type ResultView } from "../outcome.ts";

type PredictionDeps = {
  isSubscribed: boolean;
  /** Called in place of a request when there is no subscription. */
  onUnsubscribed: () => void;
  /** Called when the server responds that the subscription has ended. */
  onSubscriptionEnded: () => void;
};

/** Generates predictions and resets the machine. After a failed request `view` is still the last prediction. */
export function usePrediction(deps: PredictionDeps) {
  const client = useQueryClient();
  const { reset: resetForm, shownId, setShown } = usePredictionForm();
  const shown = useQuery({ ...shownQuery(shownId ?? ""), enabled: shownId !== undefined });

  const refetchHistory = async () => {
    // A running query may hold the list from before.
    await client.cancelQueries({ queryKey: historyKey });
    await client.invalidateQueries({ queryKey: historyKey });
  };

  const mutation = useSingleMutation({
    // Counts here, so that a click that is ignored does not count.
    mutationFn: async (choice: Choice) => {
      if (!navigator.onLine) throw new OfflineError();
      const requestCount = usePredictionForm.getState().countRequest();
      return requestPrediction(buildRequest({ ...choice, requestCount }));
    },
    onSuccess: (response) => {
      const result = toResultView(response);
      if (result.kind === "prediction") {
        const { prediction } = result;
        client.setQueryData(shownQuery(prediction.id).queryKey, prediction);
        setShown(prediction.id);
      }
      return refetchHistory();
    },
    onError: (error) => {
      if (error instanceof OfflineError) return undefined;
      if (guardrailRefusal(error))
        return client.invalidateQueries({ queryKey: guardrailsQuery.queryKey });
      if (isSubscriptionRequired(error)) return deps.onSubscriptionEnded();
      // The response can be lost after the server stored the prediction; the list shows it then.
      return refetchHistory();
    },
  });

  const generate = () => {
    const { sport, risk, stake, game } = usePredictionForm.getState();
    if (sport === undefined || risk === undefined || stake === undefined) return;
    if (!deps.isSubscribed) return deps.onUnsubscribed();
    mutation.mutate({ sport, risk, stake, gameId: game?.id });
  };

  const reset = () => {
    mutation.reset();
    resetForm();
  };

  return {
    generate,
    reset,
    view: viewOf(mutation.data, shown.data),
    busy: mutation.isPending,
    /** True after a reload, until the last prediction is there. */
    restoring: shown.isLoading,
    error: mutation.error,
  };
}

function viewOf(
  response: NewPredictionResponse | undefined,
  shown: Prediction | undefined,
): ResultView | undefined {
  if (response) return toResultView(response);
  return shown && { kind: "prediction", prediction: shown };
}

export type PredictionState = ReturnType<typeof usePrediction>;

type Choice = { sport: Sport; risk: RiskLevel; stake: number; gameId?: string | undefined };

/** The request for the n-th prediction of a sport and risk. Only insane sends a random number. */
export function buildRequest({
  sport,
  risk,
  stake,
  gameId,
  requestCount,
}: Choice & { requestCount: number }): NewPrediction {
  const timestamp = Date.now();
  return {
    query: `${sport} moneyline ${timestamp.toString(36)}-${requestCount}`,
    sport,
    riskLevel: risk,
    stake,
    gameId,
    requestCount,
    timestamp,
    forceNew: risk === "moderate" || requestCount >= 1 || risk === "insane",
    randomize: risk === "insane" ? Math.random() : undefined,
  };
}
