import { RequestId, WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { errorText } from "#/lib/api.ts";

type FormFailureProps = { error: unknown; fallback: string };

/** The server's message about a failed submit, with the request id for support; nothing without an error. */
export const FormFailure = ({ error, fallback }: FormFailureProps) =>
  error ? (
    <WarningStrip role="alert">
      {errorText(error, fallback)}
      <RequestId error={error} color="fg.muted" textStyle="small" />
    </WarningStrip>
  ) : null;
