import { useEffect } from "react";
import { errorText } from "#/lib/api.ts";
import { notify } from "#/stores/notice-store.ts";
import { messages } from "./messages.ts";

/** Says with a notice that a query failed, what it was for, and why. */
export const useFailureNotice = (error: unknown, failed: string) =>
  useEffect(() => {
    if (error)
      notify({
        title: messages.error,
        description: `${failed}: ${errorText(error, messages.noAnswer)}`,
        kind: "error",
      });
  }, [error, failed]);
