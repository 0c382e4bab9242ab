import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser, violationsInThemes } from "../../src/journey.ts";
import { mailedLink } from "../../src/mails.ts";
import { emailOf, newName, password } from "../../src/people.ts";
import { cards, payOnPage } from "../../src/sandbox.ts";
import { isActivated, signIn, signOut, statusOf, userOf } from "../../src/steps.ts";

const product = inject("product");

const browser = await startBrowser();

const at = (page: Page, path: string) => page.waitForURL(`${product.url}${path}`);

/** Buys the monthly plan as a visitor who gives an address and nothing else. */
const buyByEmail = async (page: Page, name: string) => {
  await page.goto("/production-signup");
  await page.getByRole("tab", { name: "Direct Checkout" }).click();
  await page.getByLabel("Email", { exact: true }).fill(emailOf(name));
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Sign Up & Continue to Payment" }).click();
  await page.waitForURL(`${product.sandboxUrl}/c/pay/**`);
  await payOnPage(page, name, cards.good);
  await isActivated(page);
};

const setPassword = async (page: Page) => {
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Save password" }).click();
};

/** The prediction machine, which only subscribers see. */
const unlocked = (page: Page) =>
  page.getByRole("button", { name: "Generate Prediction" }).waitFor();

const signInAnew = async (page: Page, login: string) => {
  await page.goto("/auth");
  await signIn(page, login);
  await at(page, "/");
};

describe("a purchase with only an email address, in a browser", () => {
  const name = newName();

  it("signs the buyer in after the payment and asks for a password", async () => {
    const { page, context, problems } = await openPage(browser, product);
    await buyByEmail(page, name);
    await page.getByRole("button", { name: "Go to Dashboard" }).click();
    await unlocked(page);
    expect(await userOf(page)).toMatchObject({ email: emailOf(name), hasPassword: false });
    await page.goto("/account");
    await page.getByText("A purchase created this account, and it has no password yet.").waitFor();
    await page.getByRole("button", { name: "Set a password" }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it("sets password and username by the mailed link on another device and signs in", async () => {
    const { page, context, problems } = await openPage(browser, product);
    await page.goto(await mailedLink(product, emailOf(name), "/claim"));
    await page.getByLabel("Username (optional)").fill(name);
    await setPassword(page);
    await at(page, "/");
    await unlocked(page);
    expect(await userOf(page)).toMatchObject({
      username: name,
      emailVerified: true,
      hasPassword: true,
    });
    expect(await statusOf(page)).toMatchObject({ status: "active", tier: "premium" });
    await signOut(page);
    await at(page, "/auth");
    expect(problems).toEqual([]);
    await context.close();
  });

  it("lets the buyer sign in by email or username", async () => {
    for (const login of [emailOf(name), name]) {
      const { page, context, problems } = await openPage(browser, product);
      await signInAnew(page, login);
      await unlocked(page);
      expect(problems).toEqual([]);
      await context.close();
    }
  });
});

it("keeps the plan of a buyer who sets a password on the account page and later deletes the account", async () => {
  const name = newName();
  const expected = [/status of 401/];
  const { page, context, problems } = await openPage(browser, product, { expected });
  await buyByEmail(page, name);
  await page.getByRole("button", { name: "Go to Dashboard" }).click();
  await unlocked(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByRole("dialog", { name: "Set a password" }).waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Email me the link" }).click();
  await page.getByText("Check your email").waitFor();
  await page.goto(await mailedLink(product, emailOf(name), "/reset-password"));
  await setPassword(page);
  await page.getByRole("heading", { name: "Password saved" }).waitFor();
  await signInAnew(page, emailOf(name));
  await unlocked(page);
  expect(await statusOf(page)).toMatchObject({ status: "active", plan: "monthly" });
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await at(page, "/auth");
  expect(problems).toEqual([]);
  await context.close();
});
