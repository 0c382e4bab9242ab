import { eventually } from "@orbline/kit/testing/eventually";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { logInAs } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();

/** Holds the scripts of a page back until they are released. */
const holdScripts = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

describe("the theme of a first visit", () => {
  it("follows the system before the scripts load, until the visitor chooses one", async () => {
    const { page, context, problems } = await openPage(browser, product);
    const shown = () =>
      page.evaluate(`({
        theme: document.documentElement.className,
        bars: document.querySelector("meta[name=theme-color]").content,
        ground: getComputedStyle(document.documentElement).backgroundColor,
      })`);
    const light = { theme: "light", bars: "#F4F6F8", ground: "rgb(244, 246, 248)" };
    const dark = { theme: "dark", bars: "#06080B", ground: "rgb(6, 8, 11)" };
    await page.emulateMedia({ colorScheme: "light" });
    const release = await holdScripts(page);
    await page.goto("/auth", { waitUntil: "commit" });
    await page.getByRole("heading", { name: "Sign in to Orbline" }).waitFor();
    expect(await shown()).toEqual(light);
    release();
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    expect(await shown()).toEqual(dark);
    await page.reload();
    await page.getByRole("button", { name: "Use the light theme" }).waitFor();
    expect(await shown()).toEqual(dark);
    expect(problems).toEqual([]);
    await context.close();
  });
});

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
    await eventually(async () => expect(await page.evaluate(opacity)).toBe("0.5"));
    release();
    await form.waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Use the light theme" }).click();
    await page.getByRole("button", { name: "Use the dark theme" }).waitFor();
    await page.getByLabel("Username").fill("somebody");
    expect(problems).toEqual([]);
    await context.close();
  });

  it("keeps its styles in place, and its scripts repeat none of them", async () => {
    const { page, context, problems } = await openPage(browser, product);
    const release = await holdScripts(page);
    await page.goto("/welcome", { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(`
      window.removed = 0;
      new MutationObserver((records) => {
        for (const { removedNodes } of records) window.removed += removedNodes.length;
      }).observe(document.head, { childList: true });
    `);
    release();
    await page.getByRole("button", { name: "Use the light theme" }).click();
    await page.waitForLoadState("networkidle");
    const names = `document.querySelector("style[data-styles]").dataset.styles.split(" ")`;
    const inserted = `[...document.querySelectorAll("style[data-emotion]")].map((tag) => tag.textContent)`;
    expect(await page.evaluate(`${inserted}.length`)).toBeGreaterThan(0);
    expect(
      await page.evaluate(
        `${names}.filter((name) => ${inserted}.some((css) => css.includes(".ob-" + name)))`,
      ),
    ).toEqual([]);
    expect(await page.evaluate("window.removed")).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([
    ["/", ["/api/user", "/api/subscription/status"]],
    ["/history", ["/api/user", "/api/predictions?limit=25", "/api/predictions/series"]],
  ])(
    "requests the first responses of %s once each, before its scripts load",
    async (path, first) => {
      const as = await logInAs(product, "subscriber");
      const { page, context, problems } = await openPage(browser, product, { as });
      const requested: string[] = [];
      page.on("request", (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith("/api/")) requested.push(pathname + search);
      });
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: "commit" });
      await eventually(() => expect(requested).toEqual(first));
      release();
      await page
        .getByRole("link", { name: /^Settled picks/ })
        .first()
        .waitFor();
      await page.waitForLoadState("networkidle");
      expect(new Set(requested).size).toBe(requested.length);
      expect(problems).toEqual([]);
      await context.close();
    },
  );
});

describe("what is far below the screen of a new page", () => {
  const openGames = async () => {
    const as = await logInAs(product, "subscriber");
    const opened = await openPage(browser, product, { width: 412, as });
    // Slows the clock down, so that the page stays new on a slow machine.
    await opened.page.addInitScript(`
      const now = performance.now.bind(performance);
      performance.now = () => now() / 100;
    `);
    // A search has games on every day of the week, also when today's last ones have started.
    await opened.page.goto("/slate?q=nba");
    const cards = opened.page.locator("main li:has(a[href^='/check?game='])");
    await cards.first().waitFor();
    return { ...opened, cards, rendered: await cards.count() };
  };

  it("is rendered and works when the user scrolls there", async () => {
    const { page, cards, rendered, context, problems } = await openGames();
    await eventually(async () => {
      await page.mouse.wheel(0, 10_000);
      expect(await cards.count()).toBeGreaterThan(rendered);
    });
    const card = cards.nth(rendered);
    await card.getByRole("button", { name: /^Add / }).first().click();
    await card.getByRole("button", { pressed: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it("is reached by the keyboard", async () => {
    const { page, cards, rendered, context, problems } = await openGames();
    await cards.last().getByRole("link").focus();
    await eventually(async () => expect(await cards.count()).toBeGreaterThan(rendered));
    await page.keyboard.press("Tab");
    expect(await cards.nth(rendered).locator(":focus").count()).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it("says that a page is incomplete when a script that the first one imports does not load", async () => {
  const { page, context } = await openPage(browser, product);
  await page.route("**/assets/vendor-*.js", (route) => route.abort());
  await page.goto("/auth");
  const notice = page.getByRole("alert");
  await notice.waitFor();
  expect(await notice.textContent()).toContain("This page did not load completely.");
  await context.close();
});

it("shows a page that the build does not prerender in the product's colors", async () => {
  const { page, context, problems } = await openPage(browser, product);
  await page.goto("/forgot-password");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const background = () =>
    page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`);
  expect(await background()).toBe("rgb(6, 8, 11)");
  await page.getByRole("button", { name: "Use the light theme" }).click();
  expect(await background()).toBe("rgb(244, 246, 248)");
  expect(problems).toEqual([]);
  await context.close();
});

it("refuses text as code, and the browser reports it to the gateway", async () => {
  const reports = async () => {
    const port = product.settings.ports.GATEWAY_INTERNAL_PORT;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const directive = "require-trusted-types-for";
    return Number(new RegExp(`csp_reports_total\\{.*"${directive}".*\\} (\\d+)`).exec(text)?.[1]);
  };
  const before = await reports();
  const expected = [/TrustedHTML/];
  const { page, context, problems } = await openPage(browser, product, { expected });
  await page.goto("/welcome");
  const assign = `document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>"`;
  const refusal = await page.evaluate(
    `(() => { try { return ${assign} } catch (error) { return String(error) } })()`,
  );
  expect(refusal).toContain("TrustedHTML");
  await eventually(async () => expect(await reports()).toBe(before + 1));
  expect(problems).toEqual([]);
  await context.close();
});

it.each([
  ["hides", 390],
  ["shows", 1440],
])("%s the illustration of the welcome page at a width of %i pixels", async (verb, width) => {
  const { page, context, problems } = await openPage(browser, product, { width });
  await page.goto("/welcome");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const illustration = page.getByText(/^Illustration: the line is what we predict/);
  expect(await illustration.isVisible()).toBe(verb === "shows");
  expect(problems).toEqual([]);
  await context.close();
});

it("reports how fast a page was, and an error that nobody caught, when it is left", async () => {
  const port = product.settings.ports.GATEWAY_INTERNAL_PORT;
  const read = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const count = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
    return {
      paints: count(
        /web_vital_seconds_count\{[^}]*page="\/how-it-works"[^}]*vital="LCP"[^}]*\} (\d+)/,
      ),
      errors: count(/web_errors_total\S* (\d+)/),
    };
  };
  const before = await read();
  const { page, context } = await openPage(browser, product, { expected: [/thrown by the test/] });
  await page.goto("/how-it-works");
  await page.evaluate(`setTimeout(() => { throw new TypeError("thrown by the test") })`);
  await page.waitForTimeout(500);
  await page.goto("/welcome");
  await eventually(async () =>
    expect(await read()).toEqual({ paints: before.paints + 1, errors: before.errors + 1 }),
  );
  await context.close();
});
