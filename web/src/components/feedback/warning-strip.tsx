import { chakra } from "@chakra-ui/react/styled-system";
import { TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";

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
export const WarningStrip = ({ children, ...rest }: ComponentProps<typeof Strip>) => (
  <Strip {...rest}>
    <chakra.span color="warm.fg" flexShrink={0} pt="2px" aria-hidden>
      <TriangleAlert size={18} />
    </chakra.span>
    <div>{children}</div>
  </Strip>
);
