import { Card } from "@chakra-ui/react/card";
import { chakra } from "@chakra-ui/react/styled-system";
import type { ComponentProps, ReactNode } from "react";

/** The padded inside of a panel. */
export const PanelBody = Card.Body;

/** A strip under the body, divided by a line. */
export const PanelFooter = Card.Footer;

type PanelProps = Omit<ComponentProps<typeof Card.Root>, "title"> & {
  title?: ReactNode;
  meta?: ReactNode;
  /** Marks the panel that is the main subject of the view. */
  ticks?: boolean;
};

/** The only surface of the design: a titled box with one-pixel lines. */
export function Panel({ title, meta, ticks = false, children, ...rest }: PanelProps) {
  return (
    <Card.Root as="section" {...rest}>
      {ticks && <CornerTicks />}
      {title !== undefined && (
        <Card.Header>
          <Card.Title as="h2">{title}</Card.Title>
          {meta !== undefined && (
            <chakra.span textStyle="numSm" color="fg.subtle">
              {meta}
            </chakra.span>
          )}
        </Card.Header>
      )}
      {children}
    </Card.Root>
  );
}

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
function CornerTicks() {
  return (
    // It has no box of its own, because in a grid panel it would take a row.
    <chakra.span aria-hidden display="contents">
      <Tick top={outside} left={outside} />
      <Tick top={outside} right={outside} />
      <Tick bottom={outside} left={outside} />
      <Tick bottom={outside} right={outside} />
    </chakra.span>
  );
}
