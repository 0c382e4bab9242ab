import { chakra } from "@chakra-ui/react/styled-system";
import type { ComponentProps, ReactNode } from "react";
import { hiddenInput } from "./hidden-input.ts";

const HiddenRadio = chakra("input", { base: hiddenInput });

const Group = chakra("fieldset", { base: { border: 0, p: 0, m: 0, minWidth: 0 } });
const Legend = chakra("legend", { base: { textStyle: "label", color: "fg.muted", mb: 1.5, p: 0 } });
const Options = chakra("div", { base: { display: "grid" } });

const focusWithin = {
  "&:has(:focus-visible)": { outline: "2px solid {colors.accent.focus}", outlineOffset: "2px" },
};

const Card = chakra("label", {
  base: {
    position: "relative",
    display: "block",
    cursor: "pointer",
    bg: "bg.well",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    transition: "border-color 120ms, background 120ms",
    _hover: { borderColor: "line.control" },
    "&:has(:checked)": {
      bg: "accent.subtle",
      borderColor: "accent.fg",
      boxShadow: "inset 0 0 0 1px {colors.accent.fg}",
    },
    "&:has(:checked) [data-mark]": {
      borderWidth: "6px",
      borderColor: "accent.solid",
      bg: "accent.contrast",
      outline: "1px solid {colors.accent.line}",
    },
    ...focusWithin,
  },
  variants: {
    size: {
      card: { p: 4 },
      tile: {
        display: "flex",
        flexDirection: "column",
        alignItems: "center",
        justifyContent: "center",
        gap: 1,
        minHeight: "60px",
        textStyle: "label",
        color: "fg.muted",
        "&:has(:checked)": {
          bg: "accent.subtle",
          color: "accent.fg",
          borderColor: "accent.fg",
          boxShadow: "inset 0 0 0 1px {colors.accent.fg}",
        },
      },
      segment: {
        flex: 1,
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        minHeight: { base: "44px", md: "36px" },
        textStyle: "body",
        fontWeight: 550,
        bg: "transparent",
        borderColor: "transparent",
        borderRadius: "5px",
        color: "fg.muted",
        _hover: { borderColor: "transparent", color: "fg" },
        "&:has(:checked)": {
          bg: "accent.subtle",
          borderColor: "accent.line",
          boxShadow: "none",
          color: "accent.fg",
        },
      },
    },
  },
  defaultVariants: { size: "card" },
});

const Track = chakra("div", {
  base: {
    display: "flex",
    p: "3px",
    bg: "bg.well",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
  },
});

/** The drawn radio of a large card; the native one lies over the whole card. */
export const RadioMark = chakra("span", {
  base: {
    boxSize: "20px",
    flexShrink: 0,
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "50%",
    bg: "bg.well",
  },
});

type ChoiceGroupProps = {
  legend: ReactNode;
  /** Leaves the legend to screen readers where the cards speak for themselves. */
  hideLegend?: boolean;
  columns?: ComponentProps<typeof Options>["gridTemplateColumns"];
  gap?: ComponentProps<typeof Options>["gap"];
  /** Draws the options as one segmented control instead of cards. */
  segmented?: boolean;
  children: ReactNode;
};

/** A named set of radio choices; arrow keys move between them as in any radio group. */
export const ChoiceGroup = ({
  legend,
  hideLegend = false,
  columns,
  gap = 2,
  segmented,
  children,
}: ChoiceGroupProps) => (
  <Group>
    <Legend {...(hideLegend ? { srOnly: true } : {})}>{legend}</Legend>
    {segmented ? (
      <Track>{children}</Track>
    ) : (
      <Options gridTemplateColumns={columns ?? "1fr"} gap={gap}>
        {children}
      </Options>
    )}
  </Group>
);

type ChoiceProps = Omit<ComponentProps<"input">, "size" | "type"> & {
  look?: "card" | "tile" | "segment";
};

/** One radio choice; everything visible in it is its accessible name. */
export const Choice = ({ look = "card", children, ...input }: ChoiceProps) => (
  <Card size={look}>
    <HiddenRadio {...input} type="radio" />
    {children}
  </Card>
);
