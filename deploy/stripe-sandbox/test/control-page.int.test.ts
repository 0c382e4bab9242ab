import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  daySeconds,
  idOf,
  openPlan,
  openTrial,
  pay,
  type Running,
  startReceiver,
  startSandbox,
} from "./support.ts";

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

let running: Running;
let receiver: Receiver;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await startSandbox({ webhookUrl: receiver.url });
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({
    javaScriptEnabled: true,
    viewport: { width: 320, height: 800 },
  });
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await running.sandbox.close();
  await receiver.close();
});

/** Waits for the next page, because the previous page may show the same text. */
const press = (name: string | RegExp) =>
  Promise.all([
    page.waitForEvent("domcontentloaded"),
    page.getByRole("button", { name }).first().click(),
  ]);
const says = (text: string) => page.getByRole("status").getByText(text).waitFor();

const violations = async () => {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
};

const width = () => page.evaluate<number>("document.documentElement.scrollWidth");

describe("the control page", () => {
  it("moves the clock, resends and forges webhooks and changes the webhook switches", async () => {
    await pay((await openTrial(running.stripe)).url);
    await page.goto(running.url);
    expect(new URL(page.url()).pathname).toBe("/control");
    expect(await page.innerText("body")).toMatch(/^TEST/);
    const before = running.sandbox.control.state().now;
    await page.getByLabel("Move forward by").fill("3");
    await press("Advance the clock");
    await says("The clock was moved.");
    expect(running.sandbox.control.state().now).toBeGreaterThanOrEqual(before + 3 * daySeconds);
    await page.getByText("customer.subscription.updated").first().waitFor();

    await press(/^Forge: /);
    await says("The webhooks are queued.");
    await page.getByText("forged").first().waitFor();
    await press(/^Send five times: /);
    await says("The webhooks are queued.");

    await page.getByLabel("Drop the webhooks").check();
    await page.getByLabel("Extra copies").fill("2");
    await page.getByLabel("Shuffle within").fill("1.5");
    await page.getByLabel("Only for these types").fill("invoice.paid, charge.refunded");
    await press("Apply to new events");
    await says("New events use these settings.");
    expect(running.sandbox.control.state().webhooks).toMatchObject({
      drop: true,
      duplicates: 2,
      delayMs: 0,
      shuffleMs: 1_500,
      types: ["invoice.paid", "charge.refunded"],
    });
    running.sandbox.control.setWebhooks({ drop: false, types: [], duplicates: 0, shuffleMs: 0 });
    expect(await violations()).toEqual([]);
    expect(await width()).toBeLessThanOrEqual(320);
  });

  it("declines a customer's cards, refunds and disputes a charge and closes the dispute", async () => {
    const session = await openPlan(running.stripe, "monthly");
    await pay(session.url, { email: "grace@example.com" });
    const { customer } = await running.stripe.checkout.sessions.retrieve(session.id);
    await page.goto(running.url);
    await page.getByRole("link", { name: "grace@example.com" }).click();
    await press("Cards are declined");
    await says("The cards are changed.");
    await press(/^Refund half/);
    await says("The charge is refunded.");
    await page.getByText("$10.00 refunded").waitFor();
    await press(/^Cardholder disputes/);
    await says("The dispute is updated.");
    expect(await violations()).toEqual([]);
    expect(await width()).toBeLessThanOrEqual(320);
    await press(/^Bank decides for the shop/);
    await page.getByText("dispute: won").waitFor();
    const { data } = await running.stripe.charges.list({ customer: idOf(customer) });
    expect(data).toMatchObject([{ amount_refunded: 1000, disputed: true }]);
    await page.getByRole("link", { name: data[0]?.id ?? "" }).click();
    expect(await page.innerText("pre")).toContain('"amount": 1999');
    expect(await violations()).toEqual([]);
  });

  it("plans API failures, and resets the sandbox only after confirmation", async () => {
    await page.goto(`${running.url}/control`);
    await press("Plan the failure");
    await says("The failure is planned.");
    await expect(openPlan(running.stripe, "monthly")).rejects.toMatchObject({ statusCode: 500 });
    await press("Plan the failure");
    await press("Remove planned failures");
    await says("All planned failures are removed.");
    await press("Reset the sandbox");
    await says("Nothing was deleted");
    await page.getByLabel("Yes, delete everything").check();
    await press("Reset the sandbox");
    await says("All data is deleted.");
    expect((await running.stripe.customers.list()).data).toEqual([]);
  });

  const clock = (headers: Record<string, string>, body = "amount=1&unit=60") =>
    fetch(`${running.url}/control/clock`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body,
    });

  it.each([
    ["of another site", { origin: "http://127.0.0.1:8080" }],
    ["without an origin", {}],
    ["of a sealed frame", { origin: "null" }],
  ])("rejects a form %s", async (_which, headers) => {
    const before = running.sandbox.control.state();
    expect((await clock(headers as Record<string, string>)).status).toBe(403);
    expect(running.sandbox.control.state().timers).toBe(before.timers);
  });

  it("shows the error of an invalid field", async () => {
    const response = await clock({ origin: running.url }, "amount=-1&unit=60");
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining("Invalid request"),
    ]);
  });
});
