import { useEffect } from "react";
import { errorText } from "#/lib/api-client.ts";
import { notify } from "#/stores/notice-store.ts";
import { adminTexts as texts } from "#/texts/admin.ts";

/** Says with a notice that a query failed, what it was for, and why. */
export const useFailureNotice = (error: unknown, failed: string) =>
  useEffect(() => {
    if (error)
      notify({
        title: texts.error,
        description: `${failed}: ${errorText(error, texts.noAnswer)}`,
        kind: "error",
      });
  }, [error, failed]);
