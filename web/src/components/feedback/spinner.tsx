import { chakra } from "@chakra-ui/react/styled-system";

/** A decorative spinner; the words beside it say what is going on. */
export const Spinner = chakra(
  "span",
  {
    base: {
      display: "inline-block",
      boxSize: 4,
      flexShrink: 0,
      borderRadius: "50%",
      border: "2px solid currentColor",
      borderBottomColor: "transparent",
      borderInlineStartColor: "transparent",
      animation: "spin 800ms linear infinite",
    },
  },
  { defaultProps: { "aria-hidden": true } },
);
