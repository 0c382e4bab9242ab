import type { AdminCommandResponse } from "@orbline/proto/http/admin";
import { useQueryClient } from "@tanstack/react-query";
import { errorText } from "../../lib/api-client.ts";
import { useSingleMutation } from "../../lib/use-single-mutation.ts";
import { notify } from "../../stores/notice-store.ts";
import { adminTexts as texts } from "../../texts/admin.ts";
import { adminKey } from "./api.ts";

type CommandOptions<Input> = {
  run: (input: Input) => Promise<AdminCommandResponse>;
  /** Title and text of the notice after a success. */
  said: (username: string, input: Input) => { title: string; description: string };
  failed: string;
  onDone: () => void;
};

/** A command of an admin: a notice for either end, and everything admin is asked anew after it. */
export const useCommand = <Input>({ run, said, failed, onDone }: CommandOptions<Input>) => {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: run,
    onSuccess: async ({ user }, input) => {
      notify(said(user.username, input));
      onDone();
      await client.invalidateQueries({ queryKey: adminKey });
    },
    onError: (error) =>
      notify({
        title: texts.error,
        description: `${failed}: ${errorText(error, error.message)}`,
        kind: "error",
      }),
  });
};
