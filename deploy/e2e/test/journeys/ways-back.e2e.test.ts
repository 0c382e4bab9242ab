import { describe, expect, inject, it } from "vitest";
import { launchKeepingBrowser, letPagesBeKept, openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import type { Client } from "@orbline/demo/http-client";
import { emailOf, newName, password, register } from "../../src/people.ts";
import { signOut } from "../../src/steps.ts";

const product = inject("product");

const browser = await startBrowser(launchKeepingBrowser);

describe("back navigation in a browser with a back-forward cache", () => {
  const open = async (as?: Client) => {
    const visit = await openPage(browser, product, { as });
    await letPagesBeKept(visit.context, product);
    return visit;
  };

  it("shows nothing of a user who has signed out", async () => {
    const { name, client } = await register(product);
    const { page, context, problems } = await open(client);
    await page.goto("/account");
    await page.getByText(emailOf(name)).waitFor();
    // The provider's page represents any other site.
    await page.goto(`${product.sandboxUrl}/`);
    await page.goto("/terms");
    await Promise.all([page.waitForResponse(/\/api\/logout$/), signOut(page)]);
    await page.waitForURL(`${product.url}/auth`);
    // The final address equals the current one, so the test waits for the page in between first.
    await Promise.all([
      page.waitForRequest(`${product.url}/account`),
      page.waitForEvent("domcontentloaded"),
      page.evaluate("history.go(-3)"),
    ]);
    await page.waitForURL(`${product.url}/auth`);
    await page.getByRole("heading", { name: "Sign in to Orbline" }).waitFor();
    expect(await page.innerText("body")).not.toContain(name);
    expect(problems.join("\n")).toBe("");
    await context.close();
  });

  it("allows another checkout", async () => {
    const name = newName();
    const { page, context, problems } = await open();
    await page.goto("/production-signup");
    await page.getByLabel("Email").fill(emailOf(name));
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account & Checkout" }).click();
    await page.waitForURL(`${product.sandboxUrl}/c/pay/**`);
    const first = page.url();
    await page.evaluate("history.back()");
    await page.waitForURL(`${product.url}/subscription`);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Start free trial" }).click();
    await page.waitForURL(`${product.sandboxUrl}/c/pay/**`);
    expect(page.url()).not.toBe(first);
    expect(problems.join("\n")).toBe("");
    await context.close();
  });
});
