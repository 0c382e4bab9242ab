import { chakra } from "@chakra-ui/react/styled-system";
import { Check } from "lucide-react";
import { useId, useState, type ComponentProps, type ReactNode } from "react";

// Native radios and checkboxes. Chakra's would push the first load of a route above its limit of 190 kB: Checkbox
// adds 11 kB to /subscription (185), or 5 to a route with a dialog such as the diagnostics (185), and RadioCard adds
// as much.

/** A native control on top of its visible label: invisible, but focusable and clickable. */
const hiddenInput = {
  position: "absolute",
  inset: 0,
  width: "full",
  height: "full",
  margin: 0,
  opacity: 0,
  cursor: "inherit",
  appearance: "none",
} as const;

const HiddenRadio = chakra("input", { base: hiddenInput });

const Group = chakra("fieldset", {
  // As a flex item a fieldset of WebKit counts its legend twice, unless its minimum is set.
  base: { border: 0, p: 0, m: 0, minWidth: 0, minHeight: 0 },
});
const Legend = chakra("legend", { base: { textStyle: "label", color: "fg.muted", mb: 1.5, p: 0 } });
const Options = chakra("div", {
  base: { display: "grid" },
  variants: {
    scrolls: {
      // One row that bleeds to the edges of a phone, with room for the focus ring.
      true: {
        position: "relative",
        gridAutoFlow: { base: "column", md: "row" },
        mx: { base: -4, md: 0 },
        my: { base: -1, md: 0 },
        px: { base: 4, md: 0 },
        py: { base: 1, md: 0 },
        overflowX: { base: "auto", md: "visible" },
        scrollPaddingInline: 4,
        scrollbarWidth: "none",
      },
    },
  },
});

const focusWithin = {
  // For WebKit a radio that an arrow key has chosen is not `:focus-visible`.
  "&:has(:focus-visible), [data-keyboard] &:has(:focus)": {
    outline: "2px solid {colors.accent.focus}",
    outlineOffset: "2px",
  },
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

/** The visible radio of a large card. The native one covers the whole card. */
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
  /** Shows the legend to screen readers only. */
  hideLegend?: boolean;
  columns?: ComponentProps<typeof Options>["gridTemplateColumns"];
  gap?: ComponentProps<typeof Options>["gap"];
  /** On phones all options are in one row, which scrolls. Each is as wide as this; `columns` are for wider screens. */
  rowOf?: string;
  /** Shows the options as one segmented control instead of cards. */
  segmented?: boolean;
  /** Id of a text that screen readers read with the legend. */
  describedBy?: string | undefined;
  children: ReactNode;
};

/** A named set of radio choices with the keyboard of a native radio group. */
export function ChoiceGroup({
  legend,
  hideLegend = false,
  columns,
  gap = 2,
  rowOf,
  segmented,
  describedBy,
  children,
}: ChoiceGroupProps) {
  const [byKeyboard, setByKeyboard] = useState(false);
  return (
    <Group
      aria-describedby={describedBy}
      data-keyboard={byKeyboard || undefined}
      onKeyDown={() => setByKeyboard(true)}
      onPointerDown={() => setByKeyboard(false)}
    >
      <Legend {...(hideLegend ? { srOnly: true } : {})}>{legend}</Legend>
      {segmented ? (
        <Track>{children}</Track>
      ) : (
        <Options
          gridTemplateColumns={columns ?? "1fr"}
          gap={gap}
          {...(rowOf !== undefined && {
            ref: showChosen,
            scrolls: true,
            gridAutoColumns: { base: rowOf, md: "auto" },
          })}
        >
          {children}
        </Options>
      )}
    </Group>
  );
}

/** Scrolls a row to its chosen option, which may be beyond the edge of the screen. */
function showChosen(row: HTMLDivElement | null) {
  const chosen = row?.querySelector(":checked")?.parentElement;
  if (row && chosen)
    row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}

type ChoiceProps = Omit<ComponentProps<"input">, "size" | "type"> & {
  look?: "card" | "tile" | "segment";
};

/** One radio choice. Its whole text is its accessible name. */
export function Choice({ look = "card", children, ...input }: ChoiceProps) {
  return (
    <Card size={look}>
      <HiddenRadio {...input} type="radio" />
      {children}
    </Card>
  );
}

const CheckboxRow = chakra("div", {
  base: { display: "grid", gridTemplateColumns: "24px 1fr", columnGap: 2, alignItems: "start" },
});

const CheckboxBox = chakra("span", {
  base: {
    position: "relative",
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    boxSize: "20px",
    my: "1px",
    bg: "bg.well",
    color: "accent.contrast",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "badge",
    "& svg": { visibility: "hidden" },
    "&:has(:checked)": { bg: "accent.solid", borderColor: "accent.line" },
    "&:has(:checked) svg": { visibility: "visible" },
    "&:has(:focus-visible)": {
      outline: "2px solid {colors.accent.focus}",
      outlineOffset: "2px",
    },
    "&:has([aria-invalid=true])": { borderColor: "warm.fg" },
  },
});

const CheckboxInput = chakra("input", {
  base: { ...hiddenInput, inset: "-12px", width: "44px", height: "44px" },
});
const CheckboxLabel = chakra("label", {
  base: { textStyle: "body", color: "fg.muted", cursor: "pointer" },
});
const ErrorText = chakra("p", {
  base: { gridColumn: 2, textStyle: "label", color: "fg.error", mt: 1 },
});

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  error?: string | undefined;
  children: ReactNode;
};

/** A checkbox with its text; links inside the text stay clickable. */
export function Checkbox({ error, children, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <CheckboxRow>
      <CheckboxBox>
        <CheckboxInput
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        <Check size={14} strokeWidth={3} aria-hidden />
      </CheckboxBox>
      <CheckboxLabel htmlFor={id}>{children}</CheckboxLabel>
      {error !== undefined && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </CheckboxRow>
  );
}
