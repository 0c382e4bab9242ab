import { useQueryClient } from "@tanstack/react-query";
import { errorText } from "#/lib/api.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import { adminKey } from "./api.ts";
import { messages } from "./messages.ts";

type CommandOptions<Input, Answer> = {
  run: (input: Input) => Promise<Answer>;
  /** Title and text of the notice after a success. */
  said: (answer: Answer, input: Input) => { title: string; description: string };
  failed: string;
  onDone: () => void;
};

/** A command of an admin: a notice for either end, and everything admin is asked anew after it. */
export const useCommand = <Input, Answer>(options: CommandOptions<Input, Answer>) => {
  const { run, said, failed, onDone } = options;
  const client = useQueryClient();
  return useSingleMutation<Answer, Input>({
    mutationFn: run,
    onSuccess: async (answer, input) => {
      notify(said(answer, input));
      onDone();
      await client.invalidateQueries({ queryKey: adminKey });
    },
    onError: (error) =>
      notify({
        title: messages.error,
        description: `${failed}: ${errorText(error, error.message)}`,
        kind: "error",
      }),
  });
};
