import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser, violationsInThemes } from "../../src/journey.ts";
import { createClient } from "@orbline/demo/http-client";
import { mailedLink } from "../../src/mails.ts";
import { emailOf, newName, password, register, subscribe, type Person } from "../../src/people.ts";
import { statusOf } from "../../src/steps.ts";

const product = inject("product");
const newPassword = "Better-horse-2";

const browser = await startBrowser();

const at = (page: Page, path: string) => page.waitForURL(`${product.url}${path}`);

const signIn = async (name: string, secret: string) => {
  const client = createClient(product.url);
  return { client, ...(await client.post("/api/login", { username: name, password: secret })) };
};

describe("the account page of a subscriber, in a browser", () => {
  let buyer: Person;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    buyer = await subscribe(product, { plan: "monthly" });
    ({ page, problems } = await openPage(browser, product, { as: buyer.client }));
    await page.goto("/account");
  });

  it("explains the charge and lists the paid invoice", async () => {
    await page.getByText(/^You'll pay \$19\.99 on .* until you cancel\.$/).waitFor();
    await page.getByText("paid", { exact: true }).filter({ visible: true }).waitFor();
    const invoices = page.getByRole("link", { name: /^View invoice/ }).filter({ visible: true });
    await invoices.waitFor();
    expect(await invoices.count()).toBe(1);
  });

  it("prints each invoice once, as a row, on the paper's white and without controls", async () => {
    onTestFinished(() => page.emulateMedia({ media: "screen" }));
    await page.emulateMedia({ media: "print" });
    const styleOf = (selector: string, property: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`,
      );
    expect(await styleOf("html", "colorScheme")).toBe("light");
    expect(await styleOf("html", "backgroundColor")).toBe("rgba(0, 0, 0, 0)");
    expect(await styleOf("tbody tr", "display")).toBe("table-row");
    expect(await page.getByText("$19.99", { exact: true }).filter({ visible: true }).count()).toBe(
      await page.getByText("$19.99", { exact: true }).count(),
    );
    expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
  });

  it.each([
    ["Change email or phone", "Change email or phone"],
    ["Change password", "Change password"],
    ["Delete account", "Delete your account"],
    ["Cancel plan", "Cancel your plan"],
    ["Change to annual", "Change to annual"],
  ])(
    "opens an accessible dialog for %j in both themes and closes it by Esc",
    async (button, title) => {
      await page.getByRole("button", { name: button, exact: true }).click();
      const dialog = page.getByRole(/^(Cancel|Delete)/.test(title) ? "alertdialog" : "dialog");
      await dialog.getByRole("heading", { name: title }).waitFor();
      expect(await violationsInThemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    },
  );

  it("cancels the plan in two clicks and resumes it in one", async () => {
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await page
      .getByRole("alertdialog")
      .getByText(/^You keep access until/)
      .waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel plan" }).click();
    await page.getByText("Plan canceled").waitFor();
    expect(await statusOf(page)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
    await page.getByRole("button", { name: "Resume plan" }).click();
    await page.getByText("Plan resumed").waitFor();
    expect(await statusOf(page)).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
  });

  it("opens the provider's page for another card and returns", async () => {
    await page.getByRole("button", { name: "Change card" }).click();
    await page.waitForURL(`${product.sandboxUrl}/**`);
    await page.goto("/account");
    await page.getByRole("heading", { name: "Monthly" }).waitFor();
    expect(await statusOf(page)).toMatchObject({ status: "active", plan: "monthly" });
  });

  it("ends another session, whose page then asks the user to sign in", async () => {
    const { client } = await signIn(buyer.name, password);
    const other = await openPage(browser, product, { as: client, expected: [/status of 401/] });
    await other.page.goto("/account");
    await other.page.getByRole("heading", { name: "Monthly" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByText("Session ended").waitFor();
    await other.page.getByRole("button", { name: "Cancel plan" }).click();
    const dialog = other.page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Cancel plan" }).click();
    await at(other.page, "/auth");
    expect(other.problems).toEqual([]);
    await other.context.close();
    expect(await statusOf(page)).toMatchObject({ cancelAtPeriodEnd: false });
  });

  it("changes the password and stays signed in", async () => {
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("New password").fill(newPassword);
    await page.getByLabel("Confirm password").fill(newPassword);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Password changed").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Monthly" }).waitFor();
    expect((await signIn(buyer.name, newPassword)).status).toBe(200);
    expect((await signIn(buyer.name, password)).status).toBe(401);
  });

  it("changes the plan at the displayed price", async () => {
    await page.getByRole("button", { name: "Change to annual" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("$215.89").waitFor();
    await dialog.getByRole("button", { name: /^Change and pay \$/ }).click();
    await page.getByText("Plan changed").waitFor();
    await page.getByRole("heading", { name: "Annual" }).waitFor();
    expect(await statusOf(page)).toMatchObject({ status: "active", plan: "annual" });
  });

  it("downloads the data as a file", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    expect((await download).suggestedFilename()).toBe("orbline-data.json");
  });

  it("deletes the account after a password check and rejects later sign-ins", async () => {
    await page.getByRole("button", { name: "Delete account" }).click();
    await page.getByLabel("Current password").fill(newPassword);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await at(page, "/auth");
    await page.getByText("Account deleted.").waitFor();
    expect((await signIn(buyer.name, newPassword)).status).toBe(401);
  });

  it("reports no console problem and no request to a foreign host", () => {
    expect(problems).toEqual([]);
  });
});

it("resets a forgotten password by the mailed link", async () => {
  const { name } = await register(product);
  const { page, context, problems } = await openPage(browser, product);
  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot password" }).click();
  await page.getByLabel("Email").fill(emailOf(name));
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("Check your email").waitFor();
  await page.goto(await mailedLink(product, emailOf(name), "/reset-password"));
  await page.getByLabel("New password").fill(newPassword);
  await page.getByLabel("Confirm password").fill(newPassword);
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByRole("heading", { name: "Password saved" }).waitFor();
  expect((await signIn(name, newPassword)).status).toBe(200);
  expect(problems).toEqual([]);
  await context.close();
});

it("converts a waitlist entry into an account by the mailed link", async () => {
  const name = newName();
  const { page, context, problems } = await openPage(browser, product);
  await page.goto("/waitlist");
  await page.getByLabel("Email").fill(emailOf(name));
  await page.getByRole("button", { name: "Join the waitlist" }).click();
  await page.getByText("Check your email").waitFor();
  await page.goto(await mailedLink(product, emailOf(name), "/waitlist/convert"));
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Open account" }).click();
  await page.getByText("Waitlist converted successfully").waitFor();
  await at(page, "/");
  expect(problems).toEqual([]);
  await context.close();
});

it("verifies an email address by a click on the mailed page", async () => {
  const { name, client } = await register(product);
  const { page, context, problems } = await openPage(browser, product, { as: client });
  await page.goto("/account");
  await page.getByText("not verified").waitFor();
  await page.goto(await mailedLink(product, emailOf(name), "/verify-email"));
  await page.getByRole("button", { name: "Verify email" }).click();
  await page.getByRole("heading", { name: "Email verified" }).waitFor();
  await page.goto("/account");
  await page.getByText("verified", { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
