import { eventually } from "@orbline/kit/testing/eventually";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { launchBrowser, openPage } from "../../src/browser.ts";
import { type Person, emailOf, newName, order, password } from "../../src/people.ts";
import { cards, createSandbox, payByForm, payOnPage } from "../../src/sandbox.ts";
import { isActivated, statusOf as statusOfPage } from "../../src/steps.ts";
import { readTopics } from "../../src/topics.ts";

const product = inject("product");
const sandbox = createSandbox(product);

let browser: Browser;
let events: Awaited<ReturnType<typeof readTopics>>;
beforeAll(async () => {
  browser = await launchBrowser();
  events = await readTopics(product);
});
afterAll(async () => {
  await sandbox.dropWebhooks(false);
  await events.close();
  await browser.close();
});

const statusOf = async ({ client }: Person) =>
  (await client.get<SubscriptionStatusResponse>("/api/subscription/status")).body;

const providerSubscriptions = async ({ name }: Person) => {
  const [customer] = await sandbox.list<{ id: string }>(`customers?email=${emailOf(name)}`);
  const path = `subscriptions?status=all&customer=${customer?.id}`;
  return sandbox.list<{ id: string; status: string }>(path);
};

it("reports a declined card, activates nothing and accepts a second card", async () => {
  const buyer = await order(product, "monthly");
  const expected = [/402 .*\/c\/pay\//];
  const visit = await openPage(browser, product, { as: buyer.client, expected });
  const { page } = visit;
  await page.goto(buyer.checkoutUrl);
  await payOnPage(page, buyer.name, cards.declined);
  const alert = page.getByRole("alert");
  expect(await alert.innerText()).toMatch(/Your card was declined.*Nothing was charged/);
  expect(await statusOf(buyer)).toMatchObject({ status: "none", tier: "free" });
  const verify = `/api/verify-subscription-status?session_id=${buyer.sessionId}`;
  expect((await buyer.client.get(verify)).body).toMatchObject({ success: false });
  await payOnPage(page, buyer.name, cards.good);
  await isActivated(page);
  expect(await page.getByRole("main").innerText()).toContain("$19.99");
  expect(await statusOf(buyer)).toMatchObject({ status: "active", tier: "premium" });
  expect(await providerSubscriptions(buyer)).toMatchObject([{ status: "active" }]);
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("sells a lifetime plan on the sign-in screen when the browser blocks the pop-up", async () => {
  const name = newName();
  const visit = await openPage(browser, product);
  const { page } = visit;
  await page.addInitScript("window.open = () => null");
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Register" }).click();
  await page.getByRole("radio", { name: /Lifetime/ }).check();
  await page.getByLabel("Email").fill(emailOf(name));
  await page.getByLabel("Phone").fill("555-010-0199");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account & Continue" }).click();
  await page.getByText("Opening Checkout").waitFor();
  await page.waitForURL(`${product.sandboxUrl}/c/pay/**`);
  await payOnPage(page, name, cards.good);
  await isActivated(page);
  expect(await page.getByRole("main").innerText()).toContain("$249.00");
  expect(await statusOfPage(page)).toMatchObject({ status: "active", plan: "lifetime" });
  expect(visit.context.pages()).toHaveLength(1);
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("says that nothing was charged to a buyer who leaves the provider's page", async () => {
  const buyer = await order(product, "annual");
  const visit = await openPage(browser, product, { as: buyer.client });
  await visit.page.goto(buyer.checkoutUrl);
  await visit.page.getByRole("link", { name: "Back without paying" }).click();
  await visit.page.waitForURL(`${product.url}/subscription/cancel**`);
  await visit.page.getByRole("main").getByText("Nothing was charged.").waitFor();
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("prevents a second subscription and explains why", async () => {
  const buyer = await order(product, "monthly");
  const visit = await openPage(browser, product, { as: buyer.client });
  const { page } = visit;
  await page.goto("/subscription");
  await page.getByRole("checkbox").check();
  // Paid in another tab.
  await payByForm(buyer.checkoutUrl, { name: buyer.name });
  await eventually(async () => expect((await statusOf(buyer)).status).toBe("active"));
  await page.getByRole("button", { name: "Start free trial" }).click();
  await page.getByText("Already Subscribed").waitFor();
  await page.getByText("You already have an active subscription").waitFor();
  expect(new URL(page.url()).pathname).toBe("/subscription");
  expect(await providerSubscriptions(buyer)).toHaveLength(1);
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("activates by the success page without webhooks and ignores late webhooks", async () => {
  await sandbox.dropWebhooks(true);
  const buyer = await order(product, "trial");
  const visit = await openPage(browser, product, { as: buyer.client });
  const { page } = visit;
  await page.goto(buyer.checkoutUrl);
  await payOnPage(page, buyer.name, cards.good);
  await isActivated(page);
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await page.getByRole("button", { name: "Generate Prediction" }).waitFor();
  const before = await statusOf(buyer);
  expect(before).toMatchObject({ status: "trialing", tier: "premium_trial" });
  const activations = () =>
    events.subscription(buyer.id).filter(({ type }) => type === "subscription.activated");
  await eventually(() => expect(activations()).toHaveLength(1));
  await sandbox.dropWebhooks(false);
  await sandbox.resendDropped();
  // A later buyer is activated by webhooks alone, which queue behind the late ones.
  const next = await order(product, "monthly");
  await payByForm(next.checkoutUrl, { name: next.name });
  await eventually(async () => expect((await statusOf(next)).status).toBe("active"));
  await eventually(() => expect(events.subscription(next.id).length).toBeGreaterThan(0));
  expect(await statusOf(buyer)).toEqual(before);
  expect(activations()).toHaveLength(1);
  expect(await providerSubscriptions(buyer)).toMatchObject([{ status: "trialing" }]);
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});
