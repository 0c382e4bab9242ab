import { chakra } from "@chakra-ui/react/styled-system";
import { errorText, requestIdOf } from "#/lib/api.ts";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { layoutMessages } from "#/shared/messages.ts";

type FormFailureProps = { error: unknown; fallback: string };

/** What the server said to a form, with the request id for support; nothing without an error. */
export const FormFailure = ({ error, fallback }: FormFailureProps) => {
  if (!error) return null;
  const requestId = requestIdOf(error);
  return (
    <WarningStrip role="alert">
      {errorText(error, fallback)}
      {requestId && (
        <chakra.span color="fg.muted" textStyle="small">
          {" "}
          {layoutMessages.request} <chakra.code textStyle="numSm">{requestId}</chakra.code>
        </chakra.span>
      )}
    </WarningStrip>
  );
};
