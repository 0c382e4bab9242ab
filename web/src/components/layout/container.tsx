import { chakra } from "@chakra-ui/react/styled-system";

/** The page's width with its gutters. */
export const Container = chakra("div", {
  base: { width: "full", maxWidth: "1360px", mx: "auto", px: { base: 4, md: 6 } },
  variants: {
    size: { page: {}, plans: { maxWidth: "1248px" }, text: { maxWidth: "calc(66ch + 48px)" } },
  },
});
