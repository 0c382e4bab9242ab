import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem } from "@chakra-ui/react/styled-system";
import { colors, shadows } from "./colors.ts";
import { globalCss } from "./global-css.ts";
import { slotRecipes } from "./recipes/slots.ts";
import { textStyles } from "./text-styles.ts";
import { breakpoints, keyframes, tokens } from "./tokens.ts";

/** The Chakra system of the product: Chakra's conditions and utilities with our tokens and recipes only. */
export const system = createSystem(defaultBaseConfig, {
  cssVarsPrefix: "ob",
  cssVarsRoot: ":where(html)",
  preflight: true,
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens: { colors, shadows },
    textStyles,
    slotRecipes,
  },
});
