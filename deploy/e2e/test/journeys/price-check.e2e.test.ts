import type { Locator, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { expectAccessible, startBrowser } from "../../src/journey.ts";
import { subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();

/** Chooses the first game that the text finds and its first side, by keyboard alone. */
async function enterBet(page: Page, text: string, odds: string): Promise<void> {
  await page.getByRole("combobox", { name: "Game" }).focus();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type(odds);
}

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN;
}

async function bottomOf(element: Locator): Promise<number> {
  const { y = Number.NaN, height = 0 } = (await element.boundingBox()) ?? {};
  return y + height;
}

/** Expects every label of the price scale inside of the picture. */
async function expectWholeLabels(page: Page): Promise<void> {
  const outside = await page.evaluate(`
    [...document.querySelectorAll("svg[aria-label^='Break-even at'] text")].filter((label) => {
      const picture = label.ownerSVGElement.getBoundingClientRect();
      const { left, right } = label.getBoundingClientRect();
      return left < picture.left - 0.5 || right > picture.right + 0.5;
    }).map(({ textContent }) => textContent)
  `);
  expect(outside).toEqual([]);
}

it("judges a price for a visitor on a phone by keyboard, three times a day", async () => {
  const { page, context, problems } = await openPage(browser, product, { width: 320 });
  await page.goto("/check");
  await page.getByText("3 free checks a day. No card needed.").waitFor();
  await expectAccessible(page);
  await enterBet(page, "nba", "99/1");
  const odds = page.getByLabel("Odds at your book");
  for (const [price, verdict, left] of [
    ["99/1", "Check your odds", "2 free checks left today."],
    ["-5000", "Overpriced", "1 free check left today."],
    ["1.02", "Overpriced", "0 free checks left today."],
  ] as const) {
    await odds.fill(price);
    await odds.press("Enter");
    await page.getByText(left).waitFor();
    await page.getByText(verdict, { exact: true }).first().waitFor();
    await expectWholeLabels(page);
  }
  await expectAccessible(page);
  await odds.fill("+120");
  expect(await page.getByRole("button", { name: "Check a price" }).isDisabled()).toBe(true);
  await page.getByRole("main").getByRole("link", { name: "Start free trial" }).click();
  await page.waitForURL("**/subscription?plan=trial");
  expect(problems).toEqual([]);
  await context.close();
});

it("follows what a subscriber enters, and stores no prediction", async () => {
  const { client } = await subscribe(product);
  const { page, context, problems } = await openPage(browser, product, { as: client });
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByText("Price check").click();
  await page.getByText("The verdict updates as you type.").waitFor();
  await enterBet(page, "nfl", "+9900");
  await page.getByText("Check your odds", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add a leg" }).click();
  const second = page.getByRole("group", { name: "Leg 2" });
  await second.getByRole("combobox", { name: "Game" }).fill("nhl");
  await page.getByRole("option").first().click();
  await second.getByRole("radio").first().check();
  await second.getByLabel("Odds at your book").fill("1.05");
  await page.getByRole("list", { name: "Legs" }).getByRole("listitem").nth(1).waitFor();
  await expectAccessible(page);
  const { predictions } = await (await page.request.get("/api/predictions")).json();
  expect(predictions).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

it("checks a bet on a subscriber's home, on a phone too", async () => {
  const { client } = await subscribe(product);
  const { page, context, problems } = await openPage(browser, product, { as: client, width: 390 });
  await page.goto("/");
  await page.getByRole("tab", { name: "Suggest a bet" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL("**/?mode=check");
  await enterBet(page, "nfl", "+9900");
  await page.getByText("Check your odds", { exact: true }).waitFor();
  await expectAccessible(page);
  const line = page.getByRole("button", { name: /^Check your odds: needs 1\.00%, we say / });
  const odds = page.getByLabel("Odds at your book");
  const tabs = page.getByRole("navigation", { name: "Sections" });
  expect(await topOf(tabs)).toBeGreaterThan(await bottomOf(line));
  expect(await topOf(line), "it leaves the focused field free").toBeGreaterThan(
    await bottomOf(odds),
  );
  await line.click();
  const verdict = page.getByRole("heading", { name: "Verdict", exact: true });
  await expect.poll(() => topOf(verdict)).toBeLessThan(200);
  expect(await topOf(verdict), "below the header").toBeGreaterThan(56);
  await page.goBack();
  await page.getByRole("button", { name: "Generate Prediction" }).waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await context.close();
});
