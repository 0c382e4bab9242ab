import { Alert } from "@chakra-ui/react/alert";
import { chakra } from "@chakra-ui/react/styled-system";
import { TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { isApiError, requestIdOf } from "#/lib/api.ts";
import { layoutMessages } from "#/shared/messages.ts";

/** One warning with its triangle. */
export function WarningStrip({ children, ...rest }: ComponentProps<typeof Alert.Root>) {
  return (
    <Alert.Root {...rest}>
      <Alert.Indicator aria-hidden>
        <TriangleAlert size={18} />
      </Alert.Indicator>
      <Alert.Content>{children}</Alert.Content>
    </Alert.Root>
  );
}

type RequestIdProps = ComponentProps<typeof chakra.span> & { error: unknown };

/** The id of a request that failed on the server, for support. A refusal says what to change and needs no support. */
export function RequestId({ error, ...rest }: RequestIdProps) {
  const requestId = requestIdOf(error);
  if (requestId === undefined || (isApiError(error) && error.status < 500)) return null;
  return (
    <chakra.span {...rest}>
      {" "}
      {layoutMessages.request} <chakra.code textStyle="numSm">{requestId}</chakra.code>
    </chakra.span>
  );
}
