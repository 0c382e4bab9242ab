import { chakra } from "@chakra-ui/react/styled-system";

const fade = "radial-gradient(120% 90% at 70% 0%, #000 20%, transparent 75%)";

/** The thin grid behind a hero; never behind data. Its parent must be positioned. */
export const PageGrid = chakra(
  "div",
  {
    base: {
      position: "absolute",
      inset: 0,
      zIndex: -1,
      pointerEvents: "none",
      backgroundImage:
        "linear-gradient({colors.line.subtle} 1px, transparent 1px), linear-gradient(90deg, {colors.line.subtle} 1px, transparent 1px)",
      backgroundSize: "40px 40px",
      maskImage: fade,
    },
  },
  { defaultProps: { "aria-hidden": true } },
);
