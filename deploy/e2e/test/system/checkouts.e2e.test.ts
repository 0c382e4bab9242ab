import { controlProduct } from "@orbline/stack/product-control";
import type { User } from "@orbline/proto/http/identity/user";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { launchBrowser, openPage } from "../../src/browser.ts";
import { emailOf, logInAs, newName, order, password, register } from "../../src/people.ts";
import { cards, payOnPage } from "../../src/sandbox.ts";
import { isActivated, statusOf, userOf } from "../../src/steps.ts";

const product = inject("product");
const control = controlProduct(product.settings);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const fillAccount = async (page: Page, name: string) => {
  await page.getByLabel("Email").fill(emailOf(name));
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
};

const atProvider = (page: Page) => page.waitForURL(`${product.sandboxUrl}/c/pay/**`);

/** Pays with a good card at the provider and returns with an active subscription. */
const payAtProvider = async (page: Page, name: string) => {
  await atProvider(page);
  await payOnPage(page, name, cards.good);
  await isActivated(page);
};

/** Agrees to the terms of the chosen plan and pays for it. */
const subscribeOnPage = async (page: Page, name: string, button = "Subscribe") => {
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: button, exact: true }).click();
  await payAtProvider(page, name);
};

describe("each checkout page, in a browser", () => {
  let visit: Awaited<ReturnType<typeof openPage>>;
  let page: Page;
  let name: string;
  beforeEach(async () => {
    visit = await openPage(browser, product);
    ({ page } = visit);
    name = newName();
  });
  afterEach(async () => {
    expect(visit.problems).toEqual([]);
    await visit.context.close();
  });

  const expectPaid = async (tier: User["subscriptionTier"]) => {
    await payAtProvider(page, name);
    expect(await statusOf(page)).toMatchObject({ status: "active", tier });
    expect(await userOf(page)).toMatchObject({ username: name });
  };

  it("sells an annual plan with a new account by the quick sign-up", async () => {
    await page.goto("/production-signup?ref=partner");
    await page.getByRole("radio", { name: /Annual/ }).check();
    await fillAccount(page, name);
    await page.getByLabel("Username").press("Enter");
    await page.getByText("Using Strict Checkout").waitFor();
    await page.getByRole("button", { name: "Create Account & Checkout" }).click();
    await expectPaid("premium_annual");
  });

  it("passes the filled-in account to the production checkout", async () => {
    await page.goto("/deployed-subscribe");
    await fillAccount(page, name);
    await page.getByRole("button", { name: "Production Site Checkout" }).click();
    await expectPaid("premium");
  });

  it.each([
    ["monthly", "premium"],
    ["annual", "premium_annual"],
  ] as const)("requires every field in the integrated %s checkout", async (plan, tier) => {
    await page.goto("/integrated-checkout");
    await page.getByRole("link", { name: new RegExp(`${plan} checkout`, "i") }).click();
    await fillAccount(page, name);
    await page.getByRole("button", { name: "Create Account & Checkout" }).click();
    await page.getByText("All fields are required").waitFor();
    await page.getByLabel("Phone").fill("555-010-0199");
    await page.getByRole("button", { name: "Create Account & Checkout" }).click();
    await expectPaid(tier);
  });

  it("accepts a card after its owner authenticates", async () => {
    await page.goto("/production-signup");
    await fillAccount(page, name);
    await page.getByRole("button", { name: "Create Account & Checkout" }).click();
    await atProvider(page);
    await payOnPage(page, name, cards.authenticates);
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await isActivated(page);
    expect(await statusOf(page)).toMatchObject({ status: "active", tier: "premium" });
  });
});

it("charges nothing after a failed authentication and accepts another card", async () => {
  const buyer = await order(product, "monthly");
  const expected = [/402 .*\/c\/pay\//, /402 /];
  const visit = await openPage(browser, product, { as: buyer.client, expected });
  const { page } = visit;
  await page.goto(buyer.checkoutUrl);
  await payOnPage(page, buyer.name, cards.authenticates);
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await page.getByRole("alert").waitFor();
  expect((await buyer.client.get("/api/subscription/status")).body).toMatchObject({
    status: "none",
  });
  await payOnPage(page, buyer.name, cards.good);
  await isActivated(page);
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("offers the simplified checkout after two failures and shows the subscription details", async () => {
  const buyer = await register(product);
  const visit = await openPage(browser, product, { as: buyer.client, expected: [/status of 502/] });
  const { page } = visit;
  await page.route("**/api/create-direct-checkout", (route) =>
    route.fulfill({ status: 502, json: { message: "The provider is silent.", code: "x" } }),
  );
  await page.goto("/subscribe");
  await page.getByRole("checkbox").check();
  const subscribe = page.getByRole("button", { name: "Subscribe", exact: true });
  await subscribe.click();
  await page.getByText("Failed to create checkout session. Please try again.").waitFor();
  await subscribe.click();
  await page.getByText("Checkout Issue Detected").waitFor();
  await page.getByRole("button", { name: "Use Simplified Checkout" }).click();
  await atProvider(page);
  await payOnPage(page, buyer.name, cards.good);
  await page.waitForURL(`${product.url}/subscription-success?session_id=**`);
  await page.getByText("Current period end").waitFor();
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("sells a plan to the signed-in account by the quick checkout", async () => {
  const buyer = await register(product);
  const visit = await openPage(browser, product, { as: buyer.client });
  const { page } = visit;
  await page.goto("/space-fix-checkout");
  await subscribeOnPage(page, buyer.name);
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("sells a lifetime plan on the subscribe page", async () => {
  const buyer = await register(product);
  const visit = await openPage(browser, product, { as: buyer.client });
  const { page } = visit;
  await page.goto("/subscribe");
  expect(await page.getByLabel("Email").inputValue()).toBe(emailOf(buyer.name));
  await page.getByRole("radio", { name: /Lifetime/ }).check();
  await subscribeOnPage(page, buyer.name);
  expect(await statusOf(page)).toMatchObject({ status: "active", plan: "lifetime" });
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("asks an account without an email for one before it sells the trial", async () => {
  const buyer = await register(product, { email: false });
  const visit = await openPage(browser, product, { as: buyer.client });
  const { page } = visit;
  await page.goto("/");
  await page.getByRole("link", { name: "Sign In to Subscribe" }).click();
  await page.getByLabel("Email").fill(emailOf(buyer.name));
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Save and see the plans" }).click();
  await page.waitForURL(`${product.url}/subscription`);
  await page.getByRole("radio", { name: /trial/i }).check();
  await subscribeOnPage(page, buyer.name, "Start free trial");
  expect(await statusOf(page)).toMatchObject({ status: "trialing", plan: "trial" });
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("sells a lifetime plan at the gate and opens the prediction machine", async () => {
  const buyer = await register(product);
  const visit = await openPage(browser, product, { as: buyer.client });
  const { page } = visit;
  await page.goto("/");
  await page.getByRole("heading", { name: "Premium Access Required" }).waitFor();
  await page.getByRole("radio", { name: /Lifetime/ }).check();
  await subscribeOnPage(page, buyer.name);
  expect(await statusOf(page)).toMatchObject({ status: "active", plan: "lifetime" });
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await page.getByRole("button", { name: "Generate Prediction" }).waitFor();
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("opens the provider's page for the plan of an admin's test checkout", async () => {
  const as = await logInAs(product, "admin");
  const visit = await openPage(browser, product, { as });
  const { page } = visit;
  await page.goto("/test-checkout");
  await page.getByRole("radio", { name: /Annual/ }).check();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Subscribe", exact: true }).click();
  await atProvider(page);
  await page.getByText("$215.89").first().waitFor();
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

it("keeps the account and sells the plan later when the provider is down", async () => {
  const name = newName();
  const visit = await openPage(browser, product);
  const { page } = visit;
  await control.pause("stripe-sandbox");
  try {
    await page.goto("/production-signup");
    await fillAccount(page, name);
    await page.getByRole("button", { name: "Create Account & Checkout" }).click();
    await page.getByText("Checkout Error").waitFor();
  } finally {
    await control.resume("stripe-sandbox");
  }
  await page.waitForURL(`${product.url}/subscription`);
  expect(await userOf(page)).toMatchObject({ username: name });
  await subscribeOnPage(page, name, "Start free trial");
  await visit.context.close();
});

it("shows success and allows predictions while Kafka is paused", async () => {
  const buyer = await order(product, "monthly");
  const visit = await openPage(browser, product, { as: buyer.client });
  const { page } = visit;
  await control.pause("kafka");
  try {
    await page.goto(buyer.checkoutUrl);
    await payOnPage(page, buyer.name, cards.good);
    await isActivated(page);
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await page.getByRole("radio", { name: "NFL" }).check();
    await page.getByRole("radio", { name: "Moderate" }).check();
    await page.getByRole("button", { name: "Generate Prediction" }).click();
    await page.getByRole("button", { name: "Show Statistical Analysis" }).waitFor();
  } finally {
    await control.resume("kafka");
    await control.waitUntilHealthy();
  }
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});
