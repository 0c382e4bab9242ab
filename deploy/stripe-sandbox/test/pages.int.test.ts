import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, violations, violationsInBothSchemes } from "./browser.ts";
import { checkBodies } from "./contract.ts";
import {
  daySeconds,
  idOf,
  openPlan,
  openTrial,
  pay,
  type Running,
  startSandbox,
} from "./support.ts";

checkBodies();

let running: Running;
let browser: Browser;
let shop: Server;
let shopUrl: string;

beforeAll(async () => {
  running = await startSandbox();
  shop = createServer((_req, res) => res.end("thank you")).listen(0, "127.0.0.1");
  await once(shop, "listening");
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  shop.close();
  await running.sandbox.close();
});

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
    expect(text).toContain("Premium, monthly");
    expect(text).toMatch(/Due today\s+\$0\.00/);
    expect(text).toMatch(
      /2 days free\. The trial ends on \w+ \d+, \d{4} \(UTC\)\. After that you pay \$19\.99 per month/,
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

  it("has no accessibility violation in either color scheme, with errors and after expiry", async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
    const page = await context.newPage();
    const session = await openTrial(running.stripe);
    await page.goto(String(session.url));
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Start trial" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("CVC").getAttribute("aria-describedby")).toBe("cardCvc-error");
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await running.stripe.checkout.sessions.expire(session.id);
    await page.goto(String(session.url));
    expect(await page.innerText("h1")).toBe("This checkout has expired");
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await context.close();
  });
});

const openPortal = (customer: string) =>
  running.stripe.billingPortal.sessions.create({
    customer,
    return_url: "http://127.0.0.1:8080/",
  });

const subscribe = async (cardNumber: string) => {
  const { url, id } = await openPlan(running.stripe, "monthly");
  await pay(url, { cardNumber });
  const session = await running.stripe.checkout.sessions.retrieve(id);
  return { customer: idOf(session.customer), subscription: idOf(session.subscription) };
};

const fillCard = async (page: Page, number: string) => {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12 / 40");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ada Example");
  await page.getByRole("button", { name: "Save card" }).click();
};

it("lets a customer cancel and renew the plan, and lists every invoice", async () => {
  const { customer, subscription } = await subscribe("4242424242424242");
  const { url } = await openPortal(customer);
  const type = "billing_portal.session.created";
  const [opened] = (await running.stripe.events.list({ type, limit: 1 })).data;
  expect(opened?.data.object).toMatchObject({ customer, url });
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  await page.goto(url);
  expect(await page.getByRole("row").count()).toBe(2);
  expect(await page.innerText("table")).toMatch(/\$19\.99\s+paid/);
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.getByText("The plan ends with the current period.").waitFor();
  const retrieve = () => running.stripe.subscriptions.retrieve(subscription);
  const ending = await retrieve();
  expect(ending).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: ending.items.data[0]?.current_period_end,
    cancellation_details: { reason: "cancellation_requested" },
  });
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Renew plan" }).click();
  await page.getByText("The plan renews again.").waitFor();
  expect(await retrieve()).toMatchObject({ cancel_at: null, canceled_at: null });
  expect(await page.getByRole("link", { name: "Return to the shop" }).getAttribute("href")).toBe(
    "http://127.0.0.1:8080/",
  );
  await context.close();
});

it("pays a failed invoice after the card is changed, and rejects a declined card", async () => {
  const { customer, subscription } = await subscribe("4242424242424242");
  await running.stripe.paymentMethods
    .attach("pm_card_chargeCustomerFail", { customer })
    .then(({ id }) =>
      running.stripe.subscriptions.update(subscription, { default_payment_method: id }),
    );
  running.sandbox.control.advance(32 * daySeconds);
  const statusNow = async () => (await running.stripe.subscriptions.retrieve(subscription)).status;
  expect(await statusNow()).toBe("past_due");
  const page = await browser.newPage();
  await page.goto((await openPortal(customer)).url);
  await page.getByRole("button", { name: "Pay $19.99 now" }).click();
  await page.getByRole("alert").getByText("The payment failed.").waitFor();
  await fillCard(page, "4000 0000 0000 0002");
  await page.getByRole("alert").getByText("Your card was declined.").waitFor();
  await fillCard(page, "4242 4242 4242 4242");
  await page.getByText("The card is saved.").waitFor();
  await page.getByRole("button", { name: "Pay $19.99 now" }).click();
  await page.getByText("Thank you. The invoice is paid.").waitFor();
  expect(await statusNow()).toBe("active");
  await page.close();
});

it("refuses an unknown customer or parameter, and expires the portal after an hour", async () => {
  await expect(openPortal("cus_unknown")).rejects.toThrow("No such customer");
  await expect(
    running.stripe.billingPortal.sessions.create({ customer: "cus_1", locale: "de" }),
  ).rejects.toThrow("unknown parameter");
  const { customer } = await subscribe("4242424242424242");
  const { url } = await openPortal(customer);
  expect((await fetch(url)).status).toBe(200);
  running.sandbox.control.advance(3_601);
  const late = await fetch(`${url}/cancel`, { method: "POST" });
  expect([late.status, await late.text()]).toEqual([
    404,
    expect.stringContaining("This page has expired"),
  ]);
});
