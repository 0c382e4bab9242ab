import { chakra } from "@chakra-ui/react/styled-system";
import type { ComponentProps } from "react";
import { requestIdOf } from "#/lib/api.ts";
import { Button } from "#/components/ui/button.tsx";
import { WarningStrip } from "./warning-strip.tsx";
import { layoutMessages } from "#/shared/messages.ts";

type RetryStripProps = Omit<ComponentProps<typeof WarningStrip>, "children"> & {
  text: string;
  error: unknown;
  /** Whether it is being tried again. */
  busy: boolean;
  onRetry: () => void;
};

/** What failed beside something that is still shown: the request's id, a way to try again. */
export const RetryStrip = ({ text, error, busy, onRetry, ...rest }: RetryStripProps) => {
  const requestId = requestIdOf(error);
  return (
    <WarningStrip role="alert" {...rest}>
      {text}{" "}
      {requestId !== undefined && (
        <chakra.span color="fg.muted" textStyle="small">
          {layoutMessages.request} <chakra.code textStyle="numSm">{requestId}</chakra.code>{" "}
        </chakra.span>
      )}
      <Button
        variant="link"
        size="inline"
        onClick={onRetry}
        busyText={busy && layoutMessages.loading}
      >
        {layoutMessages.tryAgain}
      </Button>
    </WarningStrip>
  );
};
