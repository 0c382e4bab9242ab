import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem } from "@chakra-ui/react/styled-system";
import { css as serialize } from "@emotion/react";
import { colors, shadows } from "./colors.ts";
import { globalCss } from "./global-css.ts";
import { button } from "./recipes/button.ts";
import { badge, dataList, table, timeline } from "./recipes/data.ts";
import { alert, emptyState, skeleton, spinner } from "./recipes/feedback.ts";
import { field, input, nativeSelect } from "./recipes/form.ts";
import { card, heading, skipNavLink } from "./recipes/layout.ts";
import { dialog, toast } from "./recipes/overlay.ts";
import { textStyles } from "./text-styles.ts";
import { breakpoints, keyframes, tokens } from "./tokens.ts";

/** Chakra's conditions and utilities with our own tokens and recipes only. */
const chakraSystem = createSystem(defaultBaseConfig, {
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
    recipes: { badge, button, heading, input, skeleton, skipNavLink, spinner },
    slotRecipes: {
      alert,
      card,
      dataList,
      dialog,
      emptyState,
      field,
      nativeSelect,
      table,
      timeline,
      toast,
    },
  },
});

/**
 * The Chakra system of the product. At each render of each styled element, Chakra compiles its recipe and serializes its styles.
 * This system does so once for each component and each set of style props.
 */
export const system = {
  ...chakraSystem,
  cva: once(chakraSystem.cva),
  // Emotion uses serialized styles as they are.
  css: once((...styles) => serialize(chakraSystem.css(...styles))),
} as typeof chakraSystem;

/** Keeps the results of a function by the identity of its first argument and the content of the others. */
function once(compute: (...args: object[]) => unknown) {
  const results = new WeakMap<object, Record<string, unknown>>();
  return (first: object, ...others: object[]) => {
    const known = results.get(first) ?? {};
    results.set(first, known);
    return (known[JSON.stringify(others)] ??= compute(first, ...others));
  };
}
