import { eventually } from "@orbline/kit/testing/eventually";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { violations } from "../../src/axe.ts";
import { openPage } from "../../src/browser.ts";
import { startBrowser, violationsInThemes } from "../../src/journey.ts";
import { type Person, predict, subscribe } from "../../src/people.ts";
import { statusOf } from "../../src/steps.ts";

const product = inject("product");

const browser = await startBrowser();

describe("the guardrails of a subscriber, on a phone", () => {
  let person: Person;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    person = await subscribe(product, { plan: "monthly" });
    const expected = [/429 .*\/api\/new-prediction$/, /status of 429/];
    ({ page, problems } = await openPage(browser, product, {
      width: 390,
      as: person.client,
      expected,
    }));
  });

  const predictInBrowser = async () => {
    await page.goto("/");
    await page.getByText("NBA", { exact: true }).click();
    await page.getByText("Moderate", { exact: true }).click();
    await page.getByRole("button", { name: "Generate Prediction" }).click();
  };

  it("are reached from the page on responsible gaming, and set by keyboard", async () => {
    await page.goto("/responsible-gaming");
    await page.getByRole("link", { name: "Set your guardrails" }).click();
    await page.waitForURL(`${product.url}/account#guardrails`);
    await page.getByRole("button", { name: "Change limits" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change limits" });
    await dialog.waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Stakes per month" }).focus();
    await page.keyboard.type("250");
    await dialog.getByRole("textbox", { name: "Predictions per day" }).focus();
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await page.getByText("0 so far · limit 1").waitFor();
    await page.getByText("$0 so far · limit $250").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("refuse the second prediction of the day, in the page and over the API", async () => {
    expect((await predict(person.client)).status).toBe(200);
    await predictInBrowser();
    await page.getByText(/^Your limit is 1 prediction a day\. The next day starts on /).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Your guardrails" }).click();
    await page.getByText("1 so far · limit 1").waitFor();
    expect((await predict(person.client, 2)).status).toBe(429);
  });

  it("make a higher limit wait, and let the user drop it", async () => {
    await page.getByRole("button", { name: "Change limits" }).click();
    await page.getByRole("textbox", { name: "Predictions per day" }).fill("5");
    await page.getByRole("button", { name: "Save limits" }).click();
    await page.getByText(/^You asked for 5 predictions per day\. You can confirm from/).waitFor();
    expect((await predict(person.client, 2)).status).toBe(429);
    await page.getByRole("button", { name: "Keep the old limit: Predictions per day" }).click();
    await page.getByText(/^You asked for 5/).waitFor({ state: "hidden" });
  });

  it("start a self-exclusion after a box is ticked, which stops the renewal and every purchase", async () => {
    await page.getByRole("button", { name: "Exclude yourself" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Exclude yourself" });
    await dialog.getByText(/^Your plan stops renewing/).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByText("I understand that this cannot be undone.").click();
    await dialog.getByRole("button", { name: "Exclude me" }).click();
    await page.getByText(/^You have excluded yourself until/).waitFor();
    await page.getByText("Won't renew").waitFor();
    await page.goto("/");
    await page.getByRole("heading", { name: "You've excluded yourself" }).waitFor();
    expect(await page.getByRole("button", { name: "Generate Prediction" }).count()).toBe(0);
    expect((await predict(person.client, 3)).status).toBe(403);
    await eventually(async () =>
      expect(await statusOf(page)).toMatchObject({ status: "active", cancelAtPeriodEnd: true }),
    );
    expect((await person.client.post("/api/subscription/resume")).status).toBe(403);
    const bought = { plan: "lifetime", email: `${person.name}@example.com` };
    const checkout = await person.client.post("/api/create-direct-checkout", bought);
    expect(checkout.body).toMatchObject({
      success: false,
      error: expect.stringMatching(/^You have excluded yourself until/),
    });
  });

  it("show no error in the browser", () => {
    expect(problems).toEqual([]);
  });
});
