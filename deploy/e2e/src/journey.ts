import type { Browser, Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { colorRules, sidewaysScroll, violations } from "./axe.ts";
import { launchBrowser, setTheme, themes } from "./browser.ts";

/** Starts a browser for the journeys of a file; it is closed after them. */
export async function startBrowser(launch = launchBrowser): Promise<Browser> {
  const browser = await launch();
  afterAll(() => browser.close());
  return browser;
}

/** The violations of the page in each theme, which begin with the theme. Only colors depend on the theme. */
export async function violationsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [index, theme] of themes.entries()) {
    await setTheme(page, theme);
    const lines = await violations(page, index === 0 ? undefined : colorRules);
    found.push(...lines.map((line) => `${theme}: ${line}`));
  }
  return found;
}

/** Expects a page without horizontal overflow that violates no rule of axe in any theme. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await violationsInThemes(page)).toEqual([]);
}
