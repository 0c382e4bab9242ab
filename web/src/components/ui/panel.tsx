import { chakra } from "@chakra-ui/react/styled-system";
import type { ComponentProps, ReactNode } from "react";

const Root = chakra("section", {
  base: {
    position: "relative",
    bg: "bg.panel",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "panel",
    boxShadow: "panel",
    minWidth: 0,
  },
});

const Header = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: 3,
    rowGap: 1,
    minHeight: "44px",
    px: { base: 4, md: 5 },
    py: 2,
    borderBottomWidth: "1px",
    borderColor: "line.subtle",
  },
});

/** The padded inside of a panel. */
export const PanelBody = chakra("div", { base: { p: { base: 4, md: 5 } } });

/** A strip under the body, divided by a line. */
export const PanelFooter = chakra("div", {
  base: {
    px: { base: 4, md: 5 },
    py: 3,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    color: "fg.muted",
    textStyle: "small",
  },
});

const Meta = chakra("span", { base: { textStyle: "numSm", color: "fg.subtle" } });
const Title = chakra("h2", { base: { textStyle: "panelTitle" } });

type PanelProps = Omit<ComponentProps<typeof Root>, "title"> & {
  title?: ReactNode;
  meta?: ReactNode;
  /** Marks the one panel that is the subject of the view. */
  ticks?: boolean;
};

/** The one surface of the design: a titled box with one-pixel lines. */
export const Panel = ({ title, meta, ticks = false, children, ...rest }: PanelProps) => (
  <Root {...rest}>
    {ticks && <CornerTicks />}
    {title !== undefined && (
      <Header>
        <Title>{title}</Title>
        {meta !== undefined && <Meta>{meta}</Meta>}
      </Header>
    )}
    {children}
  </Root>
);

const Tick = chakra("span", {
  base: {
    position: "absolute",
    boxSize: "9px",
    pointerEvents: "none",
    backgroundImage:
      "linear-gradient({colors.fg.subtle}, {colors.fg.subtle}), linear-gradient({colors.fg.subtle}, {colors.fg.subtle})",
    backgroundSize: "9px 1px, 1px 9px",
    backgroundPosition: "0 4px, 4px 0",
    backgroundRepeat: "no-repeat",
  },
});

const outside = "-5px";

/** Crosshairs on the four corners of a positioned parent. */
const CornerTicks = () => (
  // No box of its own: in a panel that is a grid it would take a row.
  <chakra.span aria-hidden display="contents">
    <Tick top={outside} left={outside} />
    <Tick top={outside} right={outside} />
    <Tick bottom={outside} left={outside} />
    <Tick bottom={outside} right={outside} />
  </chakra.span>
);
