import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";

const Details = chakra("details", {
  base: {
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    "&[open] > summary::before": { content: '"\u2212"' },
  },
});
const Summary = chakra("summary", {
  base: {
    display: "flex",
    alignItems: "center",
    minHeight: "44px",
    px: { base: 4, md: 5 },
    textStyle: "small",
    color: "fg.muted",
    cursor: "pointer",
    _hover: { color: "fg" },
    "&::before": {
      content: '"+"',
      fontFamily: "mono",
      width: "20px",
      flexShrink: 0,
      color: "fg.subtle",
    },
    _focusVisible: { outline: "2px solid {colors.accent.focus}", outlineOffset: "-2px" },
  },
});

type DisclosureProps = { label: ReactNode; open?: boolean; children: ReactNode };

/** A section of a panel that the user opens and closes. */
export function Disclosure({ label, open, children }: DisclosureProps) {
  return (
    <Details open={open}>
      <Summary>{label}</Summary>
      {children}
    </Details>
  );
}
