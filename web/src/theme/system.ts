import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem } from "@chakra-ui/react/styled-system";
import { colors, shadows } from "./colors.ts";
import { globalCss } from "./global-css.ts";
import { button } from "./recipes/button.ts";
import { badge, dataList, table, timeline } from "./recipes/data.ts";
import { emptyState, spinner } from "./recipes/feedback.ts";
import { card, heading, skipNavLink } from "./recipes/layout.ts";
import { dialog, toast } from "./recipes/overlay.ts";
import { textStyles } from "./text-styles.ts";
import { breakpoints, keyframes, tokens } from "./tokens.ts";

/** The Chakra system of the product: Chakra's conditions and utilities with our own tokens and recipes only. */
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
    recipes: { badge, button, heading, skipNavLink, spinner },
    slotRecipes: {
      card,
      dataList,
      dialog,
      emptyState,
      table,
      timeline,
      toast,
    },
  },
});
