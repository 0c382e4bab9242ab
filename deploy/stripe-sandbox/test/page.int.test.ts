import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, openPlan, openTrial, startSandbox } from "./support.ts";

let running: Running;
let browser: Browser;
let shop: Server;
let shopUrl: string;

beforeAll(async () => {
  running = await startSandbox();
  shop = createServer((_req, res) => res.end("thank you")).listen(0, "127.0.0.1");
  await once(shop, "listening");
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks`;
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});

afterAll(async () => {
  await browser.close();
  shop.close();
  await running.sandbox.close();
});

const violations = async (page: Page) => {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
};

const typeCard = async (page: Page, number: string) => {
  for (const text of [number, "12 / 40", "123", "Ada Example"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
};

describe("checkout page in a browser", () => {
  it("shows plan, trial and renewal and a TEST mark without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(String((await openTrial(running.stripe)).url));
    const text = await page.innerText("body");
    expect(text).toMatch(/^TEST/);
    expect(text).toContain("Orbline Premium, monthly");
    expect(text).toMatch(/Due today\s+\$0\.00/);
    expect(text).toMatch(
      /2 days free\. The trial ends on \w+ \d+, \d{4}\. After that you pay \$19\.99 per month/,
    );
    expect(await page.getByRole("link", { name: "Back without paying" }).getAttribute("href")).toBe(
      "http://127.0.0.1:8080/subscription/cancel",
    );
    await context.close();
  });

  it("accepts a payment by keyboard alone after a declined card and redirects to the shop", async () => {
    const session = await openPlan(running.stripe, "monthly", {
      success_url: `${shopUrl}?session={CHECKOUT_SESSION_ID}`,
    });
    const page = await browser.newPage();
    await page.goto(String(session.url));
    await page.getByLabel("Email").focus();
    await page.keyboard.type("ada@example.com");
    await typeCard(page, "4000 0000 0000 0002");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Your card was declined").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
    expect(await page.getByLabel("Card number").inputValue()).toBe("");

    await page.getByLabel("Email").focus();
    for (const text of ["4242424242424242", "12/40", "123", "Ada Example"]) {
      await page.keyboard.press("Tab");
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("thank you").waitFor();
    expect(page.url()).toBe(`${shopUrl}?session=${session.id}`);
    await page.close();
  });

  it("shows the authentication step and an error message if it fails", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(String((await openPlan(running.stripe, "annual")).url));
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").focus();
    await typeCard(page, "4000 0027 6000 3184");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Authenticate your payment" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Fail authentication" }).click();
    await page.getByRole("alert").getByText("unable to authenticate").waitFor();
    await context.close();
  });

  it.each(["dark", "light"] as const)(
    "has no accessibility violation in the %s scheme, with errors and after expiry",
    async (colorScheme) => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 320, height: 700 },
      });
      const page = await context.newPage();
      const session = await openTrial(running.stripe);
      await page.goto(String(session.url));
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Start trial" }).click();
      await page.getByRole("alert").waitFor();
      expect(await page.getByLabel("CVC").getAttribute("aria-describedby")).toBe("cardCvc-error");
      expect(await violations(page)).toEqual([]);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect(width).toBeLessThanOrEqual(320);
      await running.stripe.checkout.sessions.expire(session.id);
      await page.goto(String(session.url));
      expect(await page.innerText("h1")).toBe("This checkout has expired");
      expect(await violations(page)).toEqual([]);
      await context.close();
    },
  );
});
