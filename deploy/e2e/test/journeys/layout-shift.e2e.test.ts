import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { logInAs, subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();

/** The bound of https://web.dev/articles/cls for a good page is 0.1. */
const mostCls = 0.05;

/** Sums the layout shifts of each page in `window.cls`, without those within 500 ms of an input. */
const countShifts = (page: Page) =>
  page.addInitScript(`
    window.cls = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.cls += value;
    }).observe({ type: "layout-shift", buffered: true });
  `);

const widths = [320, 390, 768, 1440];

it.each([
  ["visitor", "/"],
  ["visitor", "/welcome"],
  ["visitor", "/subscription"],
  ["visitor", "/check"],
  ["subscriber", "/"],
  ["subscriber", "/subscription"],
  ["subscriber", "/check"],
  ["subscriber", "/slate"],
  ["subscriber", "/history"],
  ["subscriber", "/record"],
  ["subscriber", "/account"],
  ["free user", "/subscription"],
  ["free user", "/account"],
  ["admin", "/admin"],
])("moves nothing on a screen of any width for a viewer (%s) who loads %s", async (who, path) => {
  const as = who === "visitor" ? undefined : await logInAs(product, who);
  const { page, context } = await openPage(browser, product, { as });
  await countShifts(page);
  const shifts: Record<number, unknown> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    shifts[width] = await page.evaluate("window.cls");
  }
  for (const width of widths) expect(shifts[width], `${width} px`).toBeLessThanOrEqual(mostCls);
  await context.close();
});

it.each(widths)(
  "moves nothing in sight when a prediction arrives on a screen of %d px",
  async (width) => {
    const { client } = await subscribe(product);
    const { page, context } = await openPage(browser, product, { width, as: client });
    await countShifts(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/new-prediction", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/");
    await page.getByRole("radio", { name: "NBA" }).check();
    await page.getByRole("radio", { name: "Moderate" }).check();
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Generate Prediction" }).click();
    // Shifts sooner after the click do not count.
    await page.waitForTimeout(600);
    await page.evaluate("window.cls = 0");
    release();
    await page.getByRole("button", { name: "Show Statistical Analysis" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate("window.cls")).toBeLessThanOrEqual(mostCls);
    await context.close();
  },
);
