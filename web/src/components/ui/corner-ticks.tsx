import { chakra } from "@chakra-ui/react/styled-system";

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
export const CornerTicks = () => (
  // No box of its own: in a panel that is a grid it would take a row.
  <chakra.span aria-hidden display="contents">
    <Tick top={outside} left={outside} />
    <Tick top={outside} right={outside} />
    <Tick bottom={outside} left={outside} />
    <Tick bottom={outside} right={outside} />
  </chakra.span>
);
