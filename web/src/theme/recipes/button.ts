import { defineRecipe } from "@chakra-ui/react/styled-system";

/** Hover and press, unless the button is disabled. */
const enabled = (style: object) => ({ "&:not(:disabled)": style });

export const button = defineRecipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: 2,
    flexShrink: 0,
    borderWidth: "1px",
    borderColor: "transparent",
    borderRadius: "control",
    fontWeight: 600,
    whiteSpace: "nowrap",
    cursor: "pointer",
    userSelect: "none",
    transition: "background 120ms, border-color 120ms, box-shadow 120ms, color 120ms",
    "& svg": { flexShrink: 0 },
    _disabled: {
      cursor: "not-allowed",
      bg: "bg.raised",
      color: "fg.subtle",
      borderColor: "line",
      boxShadow: "none",
    },
  },
  variants: {
    variant: {
      primary: {
        bg: "accent.solid",
        color: "accent.contrast",
        borderColor: "accent.edge",
        boxShadow: "glow",
        _hover: enabled({ bg: "accent.hover", boxShadow: "glowHover" }),
        _active: enabled({ bg: "accent.press", boxShadow: "none", transform: "translateY(1px)" }),
        "&[aria-busy=true]": {
          bg: "accent.subtle",
          color: "accent.fg",
          borderColor: "accent.line",
        },
      },
      solid: { bg: "fg", color: "bg.canvas", _hover: enabled({ bg: "fg.muted" }) },
      outline: {
        bg: "bg.panel",
        color: "fg",
        borderColor: "line.control",
        _hover: enabled({ bg: "bg.hover" }),
      },
      ghost: {
        color: "fg.muted",
        _hover: enabled({ bg: "bg.hover", color: "fg" }),
        _disabled: { bg: "transparent", borderColor: "transparent" },
      },
      danger: {
        color: "warm.fg",
        borderColor: "warm.line",
        _hover: enabled({ bg: "warm.subtle" }),
      },
      dangerSolid: { bg: "warm.solid", color: "warm.contrast" },
      link: {
        display: "inline",
        color: "accent.fg",
        height: "auto",
        px: 0,
        fontSize: "inherit",
        border: 0,
        textDecoration: "underline",
        textDecorationThickness: "1px",
        textDecorationColor: "accent.line",
        textUnderlineOffset: "4px",
      },
    },
    size: {
      sm: { height: { base: "44px", md: "32px" }, px: 3, fontSize: "13px" },
      md: { height: { base: "44px", md: "40px" }, px: 4, fontSize: "14px" },
      lg: { height: "48px", px: 5, fontSize: "15px" },
      icon: { boxSize: { base: "44px", md: "40px" }, px: 0 },
      inline: { fontSize: "inherit" },
    },
  },
  defaultVariants: { variant: "outline", size: "md" },
});
