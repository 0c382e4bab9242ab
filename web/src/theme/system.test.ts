import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { SystemContext } from "@chakra-ui/react/styled-system";
import { colors, shadows } from "./colors.ts";
import { slotRecipes } from "./recipes/slots.ts";
import { textStyles } from "./text-styles.ts";
import { tokens } from "./tokens.ts";

const systemOn = async (head: string) => {
  vi.resetModules();
  document.head.innerHTML = head;
  const { getSystem } = await import("./system.ts");
  return getSystem();
};

afterEach(() => document.head.replaceChildren());

const groups = Object.entries(colors).flatMap(([group, shades]) =>
  Object.keys(shades).map((shade) => (shade === "DEFAULT" ? group : `${group}.${shade}`)),
);

const styles = {
  colours: groups.flatMap((name) => [
    { color: name },
    { bg: `${name}/20`, _hover: { borderColor: name } },
    { outline: `2px solid {colors.${name}}` },
  ]),
  shadows: Object.keys(shadows).map((name) => ({ boxShadow: name })),
  texts: Object.keys(textStyles).map((name) => ({ textStyle: name })),
  spaces: Object.keys(tokens.spacing).map((step) => ({
    px: { base: Number(step), md: -Number(step) },
    width: step,
  })),
  layers: Object.keys(tokens.zIndex).map((name) => ({ zIndex: name })),
};

describe("a page that brought its styles", () => {
  let full: SystemContext;
  let drawn: SystemContext;
  beforeAll(async () => {
    full = await systemOn("");
    drawn = await systemOn('<style data-drawn="a b"></style>');
  });

  it.each(Object.keys(styles) as (keyof typeof styles)[])(
    "works out the same %s as a page that did not",
    (theme) => {
      expect(styles[theme].length).toBeGreaterThan(2);
      for (const style of styles[theme]) expect(drawn.css(style)).toEqual(full.css(style));
    },
  );

  it.each(Object.keys(slotRecipes))("works out the same %s", (name) => {
    const of = (system: SystemContext) => system.sva(system.getSlotRecipe(name))();
    expect(of(drawn)).toEqual(of(full));
  });

  it("is not given the rules, variables and layers of every page again", () => {
    expect(JSON.stringify(full._global)).toContain("--ob-colors-fg-muted");
    expect(drawn._global).toEqual([]);
    expect(drawn._config.disableLayers).toBe(true);
  });
});
