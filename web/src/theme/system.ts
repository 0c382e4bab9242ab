import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { createSystem, defineConfig, type SystemContext } from "@chakra-ui/react/styled-system";
import { colors, shadows } from "./colors.ts";
import { bringsStyles } from "./drawn-styles.ts";
import { globalCss } from "./global-css.ts";
import { keepRecipes } from "./keep-recipes.ts";
import { slotRecipes } from "./recipes/slots.ts";
import { textStyles } from "./text-styles.ts";
import { breakpoints, keyframes, tokens } from "./tokens.ts";

const config = defineConfig({
  cssVarsPrefix: "ob",
  cssVarsRoot: ":where(html)",
  theme: { breakpoints, keyframes, tokens, textStyles, slotRecipes },
});

const create = (): SystemContext =>
  createSystem(defaultBaseConfig, config, {
    preflight: true,
    globalCss,
    theme: { semanticTokens: { colors, shadows } },
  });

type Names = { [name: string]: Names | { value: string } };

// Everything that has a value gets the same one, which nobody reads.
const namesOf = (values: object): Names =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, object]) => [
      name,
      "value" in value ? { value: "0" } : namesOf(value),
    ]),
  );

/**
 * A page that brought its styles has the order of layers, the rules for plain elements and the values of all
 * variables, for both themes. Working them out again is a third of what a system takes, so only names are told.
 */
const createForDrawnPage = (): SystemContext => {
  const names = { colors: namesOf(colors), shadows: namesOf(shadows) };
  const drawn = createSystem(defaultBaseConfig, config, { theme: { semanticTokens: names } });
  return { ...drawn, _global: [], _config: { ...drawn._config, disableLayers: true } };
};

let system: SystemContext | undefined;

/** The Chakra system of the product: its base conditions and utilities with our tokens and recipes only; made once. */
export const getSystem = (): SystemContext =>
  (system ??= keepRecipes(bringsStyles() ? createForDrawnPage() : create()));
