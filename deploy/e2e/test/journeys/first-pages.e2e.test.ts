import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { launchBrowser, openPage } from "../../src/browser.ts";
import { logInAs } from "../../src/people.ts";

const product = inject("product");

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Holds the scripts of a page back until they are released. */
const holdScripts = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

describe("a prerendered page", () => {
  it("shows its content before its scripts load and works after they have loaded", async () => {
    const { page, context, problems } = await openPage(browser, product);
    // Without motion, nothing dims.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const release = await holdScripts(page);
    await page.goto("/auth", { waitUntil: "commit" });
    await page.getByRole("heading", { name: "Sign in to Orbline" }).waitFor();
    const form = page.locator("form[inert]");
    const opacity = `getComputedStyle(document.querySelector("form[inert]")).opacity`;
    await vi.waitFor(async () => expect(await page.evaluate(opacity)).toBe("0.5"), {
      timeout: 5_000,
    });
    release();
    await form.waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Use the light theme" }).click();
    await page.getByRole("button", { name: "Use the dark theme" }).waitFor();
    await page.getByLabel("Username").fill("somebody");
    expect(problems).toEqual([]);
    await context.close();
  });

  it("requests the home's first responses once each, before its scripts load", async () => {
    const as = await logInAs(product, "subscriber");
    const { page, context, problems } = await openPage(browser, product, { as });
    const requested: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) requested.push(pathname + search);
    });
    const release = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    const first = ["/api/user", "/api/subscription/status"];
    await vi.waitFor(() => expect(requested).toEqual(first), { timeout: 5_000 });
    release();
    await page.getByRole("button", { name: "Generate Prediction" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(new Set(requested).size).toBe(requested.length);
    expect(problems).toEqual([]);
    await context.close();
  });
});
