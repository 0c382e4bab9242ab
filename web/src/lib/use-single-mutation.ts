import { useMutation, type MutateOptions, type UseMutationOptions } from "@tanstack/react-query";
import { useRef } from "react";
import { post, type BodyOf, type NameIn, type ResultOf, type Service } from "./api.ts";

type SingleMutationOptions<Data, Input> = Pick<
  UseMutationOptions<Data, Error, Input>,
  "mutationFn" | "onSuccess" | "onError"
>;

/** A mutation that ignores a second start while the first one runs, even before the button is rendered as disabled. */
export function useSingleMutation<Data, Input>(options: SingleMutationOptions<Data, Input>) {
  // A ref, because both clicks of a double click see the same state.
  const isRunning = useRef(false);
  const mutation = useMutation(options);
  const onSettled = () => {
    isRunning.current = false;
  };
  const mutate = (input: Input, callbacks: MutateOptions<Data, Error, Input> = {}) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(input, { ...callbacks, onSettled });
  };
  /** Drops the result, even of a request that is still running. */
  const reset = () => {
    onSettled();
    mutation.reset();
  };
  const { data, error, isPending } = mutation;
  return { mutate, reset, data, error, isPending };
}

/** A single mutation whose input is the body of a call. */
export function usePost<S extends Service, Name extends NameIn<S>>(
  service: S,
  name: Name,
  callbacks: Pick<
    SingleMutationOptions<ResultOf<S, Name>, BodyOf<S, Name>>,
    "onSuccess" | "onError"
  > = {},
) {
  return useSingleMutation({ mutationFn: post(service, name), ...callbacks });
}
