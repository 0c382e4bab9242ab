import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { sidewaysScroll, violations } from "../../src/axe.ts";
import { launchBrowser, openPage, setTheme, themes } from "../../src/browser.ts";
import { predict, subscribe } from "../../src/people.ts";
import { advanceSlate } from "../../src/slate-clock.ts";

const product = inject("product");

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const isAccessible = async (page: Page) => {
  expect(await sidewaysScroll(page)).toBe(0);
  for (const theme of themes) {
    await setTheme(page, theme);
    expect(await violations(page)).toEqual([]);
  }
};

it.each([390, 1440])("says that picks were settled, at %i px and by keyboard", async (width) => {
  const { client } = await subscribe(product);
  await predict(client, 1);
  await predict(client, 2);
  const { page, context, problems } = await openPage(browser, product, { as: client, width });
  await page.goto("/");
  await page.getByRole("link", { name: "Settled picks", exact: true }).waitFor();
  await advanceSlate(product, 4);
  await page.reload();
  const bell = page.getByRole("link", { name: "Settled picks: 2 new" });
  await bell.waitFor();
  await isAccessible(page);
  await bell.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Settled picks", level: 1 }).waitFor();
  const rows = page.getByRole("main").getByRole("listitem");
  await rows.first().waitFor();
  expect(await rows.filter({ hasText: "New" }).count()).toBe(2);
  expect(await rows.filter({ hasText: /(Won|Lost|Push|Void).*\$[\d.]+/ }).count()).toBe(2);
  await page.getByRole("link", { name: "Settled picks", exact: true }).waitFor();
  await isAccessible(page);
  await page.reload();
  await rows.first().waitFor();
  expect(await rows.filter({ hasText: "New" }).count()).toBe(0);
  await rows.first().getByRole("link").click();
  await page.getByRole("heading", { name: "Prediction", level: 1 }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
