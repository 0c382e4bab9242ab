import { useMutation, type MutateOptions, type UseMutationOptions } from "@tanstack/react-query";
import { useRef } from "react";

type SingleMutationOptions<Data, Input> = Pick<
  UseMutationOptions<Data, Error, Input>,
  "mutationFn" | "onSuccess" | "onError"
>;

/** A mutation that ignores being started while it is under way, also before the button is drawn as disabled. */
export const useSingleMutation = <Data, Input>(options: SingleMutationOptions<Data, Input>) => {
  // State would come too late: both clicks of a double click meet the same drawing.
  const underWay = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      underWay.current = false;
    },
  });
  const mutate = (input: Input, callbacks: MutateOptions<Data, Error, Input> = {}) => {
    if (underWay.current) return;
    underWay.current = true;
    mutation.mutate(input, callbacks);
  };
  return { mutate, isPending: mutation.isPending, error: mutation.error };
};
