import { eventually } from "@orbline/kit/testing/eventually";
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { launchChromium, openPage } from "../../src/browser.ts";
import { expectAccessible, startBrowser } from "../../src/journey.ts";
import { predict, subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser(launchChromium);

const expected = [/ERR_INTERNET_DISCONNECTED/];

/** Whether the worker has every file of the build that the page has loaded. */
const allFilesStored = `caches.open("orbline.files").then((cache) => cache.keys()).then((stored) => {
  const paths = new Set(stored.map(({ url }) => url));
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return loaded.filter((name) => name.includes("/assets/")).every((name) => paths.has(name));
})`;

const userCache = `caches.match("/offline-predictions").then((one) => one !== undefined)`;

// Playwright does not wait for promises of `waitForFunction`.
const isTrue = (page: Page, expression: string) =>
  eventually(async () => expect(await page.evaluate(expression)).toBe(true));

it.each([390, 1440])(
  "shows the last predictions without a network at %i px, and forgets them after a sign-out",
  async (width) => {
    const { client } = await subscribe(product);
    await predict(client, 1);
    await predict(client, 2);
    const visit = { as: client, width, expected, serviceWorker: true };
    const { page, context, problems } = await openPage(browser, product, visit);
    // The worker of the first page stores the files of the second one.
    await page.goto("/");
    await page.getByRole("heading", { name: /^Welcome/ }).waitFor({ state: "attached" });
    await isTrue(page, userCache);
    await page.goto("/history");
    await page.getByRole("table", { name: "My predictions" }).waitFor();
    await isTrue(page, allFilesStored);
    await page.goto("/");
    await page.getByRole("heading", { name: /^Welcome/ }).waitFor({ state: "attached" });
    // The first key loads the region of the toasts.
    await page.keyboard.press("Shift");
    await page.getByRole("region", { name: "Notifications" }).waitFor({ state: "attached" });
    await isTrue(page, allFilesStored);

    await context.setOffline(true);
    await page.locator("a[href='/history']:visible").first().click();
    await page.getByText("You're offline. This loads when you're back.").waitFor();
    await page.getByRole("heading", { name: "Your last predictions", level: 2 }).waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: "NBA · Aggressive" }).count()).toBe(
      2,
    );
    await expectAccessible(page);
    await page.goto("/history?result=lost");
    await page.getByRole("heading", { name: "Your last predictions", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/offline");
    await page.getByText(/^Saved (now|\d+ min ago)\./).waitFor();
    const rows = page.getByRole("main").getByRole("listitem");
    expect(await rows.filter({ hasText: "NBA · Aggressive" }).count()).toBe(2);
    await expectAccessible(page);

    await context.setOffline(false);
    await page.waitForURL("**/history?result=lost");
    await page.getByRole("heading", { name: "My predictions", level: 1 }).waitFor();
    const stored = await page.evaluate(
      `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())`,
    );
    expect((stored as string[]).filter((path) => path.startsWith("/api"))).toEqual([]);

    await page.goto("/logout-test");
    await page
      .getByRole("button", { name: /log ?out/i })
      .first()
      .click();
    await isTrue(page, `caches.match("/offline-predictions").then((one) => one === undefined)`);
    await page.waitForURL("**/auth");
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.goto("/history");
    await page.getByRole("heading", { name: "Nothing saved yet" }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  },
);
