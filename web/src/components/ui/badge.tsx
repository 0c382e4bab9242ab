import { chakra } from "@chakra-ui/react/styled-system";

/** A small label; its tone is always doubled by a word. */
export const Badge = chakra("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: 1.5,
    px: 2,
    py: "3px",
    borderRadius: "badge",
    borderWidth: "1px",
    borderColor: "transparent",
    fontFamily: "body",
    letterSpacing: "normal",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 550,
    whiteSpace: "nowrap",
    width: "fit-content",
  },
  variants: {
    tone: {
      neutral: { bg: "bg.raised", color: "fg.muted" },
      accent: { bg: "accent.subtle", color: "accent.fg" },
      accentOutline: { bg: "accent.subtle", color: "accent.fg", borderColor: "accent.line" },
      warm: { bg: "warm.subtle", color: "warm.fg" },
      warmOutline: { color: "warm.fg", borderColor: "warm.line" },
    },
  },
  defaultVariants: { tone: "neutral" },
});
