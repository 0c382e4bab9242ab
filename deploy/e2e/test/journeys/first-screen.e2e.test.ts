import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();

/** The top of the tab bar at the bottom of a phone. */
const tabBar = (page: Page) => page.getByRole("navigation", { name: "Sections" }).boundingBox();

it("shows the button that generates a prediction above the tab bar of a phone, before and after the choices", async () => {
  const { client } = await subscribe(product);
  const { page, context, problems } = await openPage(browser, product, { as: client });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const generate = page.getByRole("button", { name: "Generate Prediction" });
  await page.getByRole("heading", { name: "How to start" }).waitFor();
  const isVisible = async () => {
    const button = await generate.boundingBox();
    const bar = await tabBar(page);
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  };
  await isVisible();
  await page.getByText("NBA", { exact: true }).click();
  await page.getByText("Insane", { exact: true }).click();
  await page.getByText("4–6 legs").waitFor();
  await isVisible();
  expect(problems).toEqual([]);
  await context.close();
});

it("has no empty second line in the head of the machine at 320 px before a sport is chosen", async () => {
  const { client } = await subscribe(product);
  const { page, context } = await openPage(browser, product, { as: client, width: 320 });
  await page.goto("/");
  const head = page.getByRole("heading", { name: "Prediction machine" }).locator("xpath=..");
  expect((await head.boundingBox())?.height).toBeLessThan(48);
  await page.getByText("NBA", { exact: true }).click();
  await head.getByText(/^odds at /).waitFor();
  await context.close();
});

it.each([320, 390])(
  "shows the first games of a day on the first screen of %d px, below rows of sports and days that only scroll themselves",
  async (width) => {
    const { client } = await subscribe(product);
    const { page, context, problems } = await openPage(browser, product, { as: client });
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/slate");
    const first = page.getByRole("button", { name: /^Predict this game/ }).first();
    await first.waitFor();
    await page.getByText("Our estimate").first().waitFor();
    const card = await page.getByRole("listitem").filter({ has: first }).first().boundingBox();
    expect(card?.y).toBeLessThan(width === 390 ? 520 : 570);
    const days = page.getByRole("group", { name: "Day" }).getByRole("radio");
    await days.first().focus();
    for (let day = 1; day < (await days.count()); day += 1) await page.keyboard.press("ArrowRight");
    const chosen = await days.last().boundingBox();
    expect(await days.last().isChecked()).toBe(true);
    expect(chosen?.x).toBeGreaterThanOrEqual(0);
    expect((chosen?.x ?? 0) + (chosen?.width ?? Infinity)).toBeLessThanOrEqual(width);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(problems).toEqual([]);
    await context.close();
  },
);
