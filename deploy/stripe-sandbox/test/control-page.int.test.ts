import type { Browser, Page } from "playwright-core";
import { launchBrowser, violations } from "./browser.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkBodies } from "./contract.ts";
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

checkBodies();

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

let running: Running;
let receiver: Receiver;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await startSandbox({ webhookUrl: receiver.url });
  browser = await launchBrowser();
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

describe("the control page", () => {
  it("moves the clock, resends and forges webhooks and changes the webhook switches", async () => {
    await pay((await openTrial(running.stripe)).url);
    await page.goto(running.url);
    expect(new URL(page.url()).pathname).toBe("/control");
    expect(await page.innerText("body")).toMatch(/^TEST/);
    const before = running.sandbox.control.state().now;
    await page.getByLabel("Move forward by").fill("72");
    await press("Advance the clock");
    await says("The clock was moved.");
    expect(running.sandbox.control.state().now).toBeGreaterThanOrEqual(before + 3 * daySeconds);
    await page.getByRole("listitem").getByText("customer.subscription.updated").first().waitFor();

    await page.getByLabel("With an invalid signature").check();
    await press("Send this event again");
    await says("The webhooks are queued.");
    await page.getByText("forged, ").first().waitFor();
    await press("Send these webhooks again");
    await says("Nothing matches that request.");

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
    expect(await page.getByLabel("Drop the webhooks").isChecked()).toBe(true);
    expect(await page.getByLabel("Shuffle within").inputValue()).toBe("1.5");
    running.sandbox.control.setWebhooks({ drop: false, types: [], duplicates: 0, shuffleMs: 0 });

    await page.getByLabel("Start the subscription before its payment").check();
    await press("Apply to later checkouts");
    await says("Later checkouts use this order.");
    expect(running.sandbox.control.state().checkout).toEqual({ subscriptionFirst: true });
    running.sandbox.control.setCheckout({ subscriptionFirst: false });
    expect(await violations(page)).toEqual([]);
  });

  it("declines a customer's cards, refunds and disputes a charge and closes the dispute", async () => {
    const session = await openPlan(running.stripe, "monthly");
    await pay(session.url, { email: "grace@example.com" });
    const { customer } = await running.stripe.checkout.sessions.retrieve(session.id);
    const chargeNow = async () =>
      (await running.stripe.charges.list({ customer: idOf(customer) })).data[0];
    const { id = "" } = (await chargeNow()) ?? {};
    await page.goto(running.url);
    await page.getByLabel("Customer", { exact: true }).selectOption("grace@example.com");
    await press("Change the cards");
    await says("The cards are changed.");
    await page.getByLabel("Charge to refund").selectOption(id);
    await page.getByLabel("Amount", { exact: true }).selectOption("half");
    await press("Refund the charge");
    await says("The charge is refunded.");
    await page.getByLabel("Charge that the cardholder disputes").selectOption(id);
    await press("Open a dispute");
    await says("The dispute is open.");
    await press("Close the dispute");
    await says("The dispute is closed.");
    await press("Close the dispute");
    await says("Nothing matches that request.");
    expect(await chargeNow()).toMatchObject({ amount_refunded: 1000, disputed: true });
    const { data } = await running.stripe.disputes.list({ charge: id });
    expect(data).toMatchObject([{ status: "won" }]);
    await page.getByRole("link", { name: idOf(customer) }).click();
    expect(await page.innerText("pre")).toContain('"email": "grace@example.com"');
    expect(await violations(page)).toEqual([]);
  });

  it("plans API failures, and resets the sandbox only after confirmation", async () => {
    await page.goto(`${running.url}/control`);
    await press("Plan the failure");
    await says("The failure is planned.");
    await expect(openPlan(running.stripe, "monthly")).rejects.toMatchObject({ statusCode: 500 });
    await press("Plan the failure");
    await page.getByText("POST /v1/checkout/sessions, 1 times: refuse").waitFor();
    await press("Remove planned failures");
    await says("All planned failures are removed.");
    await press("Reset the sandbox");
    await page.getByRole("alert").getByText("Nothing was deleted").waitFor();
    await page.getByLabel("Yes, delete every").check();
    await press("Reset the sandbox");
    await says("All data is deleted.");
    expect((await running.stripe.customers.list()).data).toEqual([]);
  });

  const clock = (headers: Record<string, string>, body = "seconds=1") =>
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
    const response = await clock({ origin: running.url }, "seconds=-1");
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining("Invalid request"),
    ]);
  });
});
