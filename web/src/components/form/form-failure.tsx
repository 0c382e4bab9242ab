import { useFormContext, type UseFormReturn } from "react-hook-form";
import { RequestId, WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { errorText, issuesOf } from "#/lib/api.ts";

type FormFailureProps = { error: unknown; fallback: string };

/** The server's message about a failed submit, with the request id for support, unless a field shows the message. */
export function FormFailure({ error, fallback }: FormFailureProps) {
  const form = useFormContext() as UseFormReturn | null;
  const errors = form?.formState.errors ?? {};
  const isAtField = issuesOf(error).some(({ path, message }) => errors[path]?.message === message);
  if (!error || isAtField) return null;
  return (
    <WarningStrip role="alert">
      {errorText(error, fallback)}
      <RequestId error={error} color="fg.muted" textStyle="small" />
    </WarningStrip>
  );
}
