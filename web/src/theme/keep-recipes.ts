import type { SystemContext } from "@chakra-ui/react/styled-system";

type Recipe = ReturnType<SystemContext["cva"]>;

const keep = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const kept = new WeakMap<Key, Value>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    kept.set(key, value);
    return value;
  };
};

// Two recipes of one element are merged whenever it is drawn, always the same two.
const keepMerges = (recipe: Recipe): Recipe => {
  const mergeOnce = recipe.merge.bind(recipe) as (other: Recipe) => Recipe;
  const merge = keep((other: Recipe) => keepMerges(mergeOnce(other)));
  return Object.assign(recipe, { merge });
};

const isEmpty = (styles: object) => Object.keys(styles).length === 0;

/**
 * The same system, which works a recipe out once and not anew for each element on each drawing: Chakra
 * 3.37 does that for every `chakra(tag, recipe)`. Recipes are known by their definition, a constant.
 */
export const keepRecipes = (system: SystemContext): SystemContext => {
  const cva = keep((config: object) => keepMerges(system.cva(config)));
  const alone = keep((styles: object) => system.css(styles));
  const css: SystemContext["css"] = (...styles) => {
    const [recipe, own] = styles;
    const isAlone = styles.length === 2 && recipe && own && isEmpty(own);
    return isAlone ? alone(recipe) : system.css(...styles);
  };
  return { ...system, cva: cva as SystemContext["cva"], css };
};
