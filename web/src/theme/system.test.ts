import { beforeEach, expect, test, vi } from "vitest";

const styles = {
  color: "fg.muted",
  bg: "accent.solid/20",
  boxShadow: "panel",
  borderColor: { base: "line", _hover: "line.control" },
  px: { base: 4, md: -2 },
  textStyle: "small",
  zIndex: "header",
};

const systemOn = async (head: string) => {
  vi.resetModules();
  document.head.innerHTML = head;
  const { getSystem } = await import("./system.ts");
  return getSystem();
};

beforeEach(() => () => document.head.replaceChildren());

test("a page that brought its styles works out the same ones as a page that did not", async () => {
  const full = await systemOn("");
  const drawn = await systemOn('<style data-drawn="a b"></style>');
  expect(full.css(styles)).toMatchObject({ color: "var(--ob-colors-fg-muted)" });
  expect(drawn.css(styles)).toEqual(full.css(styles));
});

test("a page that brought its styles is not given the rules and variables of every page again", async () => {
  const full = await systemOn("");
  const drawn = await systemOn('<style data-drawn="a b"></style>');
  expect(JSON.stringify(full._global)).toContain("--ob-colors-fg-muted");
  expect(drawn._global).toEqual([]);
});
