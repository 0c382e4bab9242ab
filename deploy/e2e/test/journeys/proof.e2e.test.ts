import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { password, subscribe, type Person } from "../../src/people.ts";
import { openSessions } from "../../src/sessions.ts";
import { statusOf } from "../../src/steps.ts";

const product = inject("product");

const browser = await startBrowser();

describe("a subscriber who signed in a while ago, in a browser", () => {
  let subscriber: Person;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    subscriber = await subscribe(product, { plan: "monthly" });
    // The browser logs the refusals that ask for the password.
    const expected = [/status of 403/];
    ({ page, problems } = await openPage(browser, product, { as: subscriber.client, expected }));
  });
  beforeEach(async () => {
    const sessions = await openSessions(product);
    onTestFinished(sessions.close);
    await sessions.ageProof(subscriber.client);
    await page.goto("/account");
  });

  const confirm = async () => {
    const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await dialog.waitFor({ state: "hidden" });
  };

  it("reaches the provider's page for another card after the password", async () => {
    await page.getByRole("button", { name: "Change card" }).click();
    await confirm();
    await page.waitForURL(`${product.sandboxUrl}/**`);
    expect(problems).toEqual([]);
  });

  it("changes the plan after the password", async () => {
    await page.getByRole("button", { name: "Change to annual" }).click();
    await page.getByRole("button", { name: /^Change and pay \$/ }).click();
    await confirm();
    await page.getByText("Plan changed").waitFor();
    expect(await statusOf(page)).toMatchObject({ status: "active", plan: "annual" });
  });

  it("downloads the stored data after the password", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    await confirm();
    expect((await download).suggestedFilename()).toBe("orbline-data.json");
    expect(problems).toEqual([]);
  });
});
