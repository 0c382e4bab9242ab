import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { historyKey, isSubscriptionRequired, requestPrediction } from "../api.ts";
import { buildRequest } from "./build-request.ts";

type PredictionDeps = {
  isSubscribed: boolean;
  /** Where someone without a subscription goes when they generate. */
  onUnsubscribed: () => void;
  /** The server says the subscription has ended. */
  onSubscriptionEnded: () => void;
};

/** Generating and resetting by the machine's rules; a failed request clears the result and says nothing loud. */
export const usePrediction = (deps: PredictionDeps) => {
  const client = useQueryClient();
  const { reset: resetForm } = usePredictionForm();
  const refetch = async () => {
    // An answer on its way may be from before.
    await client.cancelQueries({ queryKey: historyKey });
    await client.invalidateQueries({ queryKey: historyKey });
  };
  const mutation = useMutation({
    mutationFn: requestPrediction,
    onSuccess: refetch,
    onError: (error) => {
      if (isSubscriptionRequired(error)) return deps.onSubscriptionEnded();
      // The answer may have been lost after the prediction was stored; then the list shows it.
      return refetch();
    },
  });

  const generate = () => {
    const { sport, risk, stake, countRequest } = usePredictionForm.getState();
    if (sport === undefined || risk === undefined) return;
    if (!deps.isSubscribed) return deps.onUnsubscribed();
    mutation.mutate(buildRequest({ sport, risk, stake, requestCount: countRequest() }));
  };

  const reset = () => {
    mutation.reset();
    resetForm();
  };

  return {
    generate,
    reset,
    answer: mutation.data,
    busy: mutation.isPending,
    failed: mutation.isError,
  };
};

export type PredictionState = ReturnType<typeof usePrediction>;
