import { chakra } from "@chakra-ui/react/styled-system";
import { TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { isApiError, requestIdOf } from "#/lib/api.ts";
import { layoutMessages } from "#/shared/messages.ts";

const Strip = chakra("div", {
  base: {
    display: "flex",
    gap: 3,
    px: 4,
    py: 3,
    bg: "warm.subtle",
    borderWidth: "1px",
    borderColor: "warm.line",
    borderRadius: "control",
  },
});

/** One warning with its triangle. */
export function WarningStrip({ children, ...rest }: ComponentProps<typeof Strip>) {
  return (
    <Strip {...rest}>
      <chakra.span color="warm.fg" flexShrink={0} pt="2px" aria-hidden>
        <TriangleAlert size={18} />
      </chakra.span>
      <div>{children}</div>
    </Strip>
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
