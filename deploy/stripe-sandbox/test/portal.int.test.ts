import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { daySeconds, idOf, openPlan, pay, type Running, startSandbox } from "./support.ts";

let running: Running;
let browser: Browser;
beforeAll(async () => {
  running = await startSandbox();
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser.close();
  await running.sandbox.close();
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

const violations = async (page: Page) => {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
};

const typeCard = async (page: Page, number: string) => {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12 / 40");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ada Example");
  await page.getByRole("button", { name: "Save card" }).click();
};

it("lets a customer cancel and renew the plan, and lists every invoice", async () => {
  const { customer, subscription } = await subscribe("4242424242424242");
  const { url } = await openPortal(customer);
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  await page.goto(url);
  expect(await page.getByRole("row").count()).toBe(2);
  expect(await page.innerText("table")).toMatch(/\$19\.99\s+paid/);
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.getByText("The plan ends with the current period.").waitFor();
  const retrieve = () => running.stripe.subscriptions.retrieve(subscription);
  expect((await retrieve()).cancel_at_period_end).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Renew plan" }).click();
  await page.getByText("The plan renews again.").waitFor();
  expect((await retrieve()).cancel_at_period_end).toBe(false);
  expect(await page.getByRole("link", { name: "Return to the shop" }).getAttribute("href")).toBe(
    "http://127.0.0.1:8080/",
  );
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(320);
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
  await typeCard(page, "4000 0000 0000 0002");
  await page.getByRole("alert").getByText("Your card was declined.").waitFor();
  await typeCard(page, "4242 4242 4242 4242");
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
