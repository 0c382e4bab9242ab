import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem, defineConfig } from "@chakra-ui/react/styled-system";
import { colors, shadows } from "./colors.ts";
import { globalCss } from "./global-css.ts";
import { keepRecipes } from "./keep-recipes.ts";
import { slotRecipes } from "./recipes/slots.ts";
import { textStyles } from "./text-styles.ts";
import { breakpoints, keyframes, tokens } from "./tokens.ts";

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: "ob",
  cssVarsRoot: ":where(html)",
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

/** The Chakra system of the product: its base conditions and utilities with our tokens and recipes only. */
export const system = keepRecipes(createSystem(defaultBaseConfig, config));
