import { chakra } from "@chakra-ui/react/styled-system";

/** Content in the middle of an otherwise empty page. */
export const Center = chakra("div", {
  base: {
    flex: 1,
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    gap: 4,
    px: 4,
    py: 16,
    textAlign: "center",
    color: "fg.muted",
  },
});
