import type { Browser, Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { sidewaysScroll, violations } from "./axe.ts";
import { launchBrowser, setTheme, themes } from "./browser.ts";

/** Starts a browser for the journeys of a file; it is closed after them. */
export async function startBrowser(launch = launchBrowser): Promise<Browser> {
  const browser = await launch();
  afterAll(() => browser.close());
  return browser;
}

/** Expects a page without horizontal overflow that violates no rule of axe in any theme. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0);
  for (const theme of themes) {
    await setTheme(page, theme);
    expect(await violations(page)).toEqual([]);
  }
}
