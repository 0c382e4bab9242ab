import { expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { expectAccessible, startBrowser } from "../../src/journey.ts";
import { predict, subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();

it("finds a page, a game and an own prediction by keyboard alone", async () => {
  const { client } = await subscribe(product);
  await predict(client, 1);
  const { page, context, problems } = await openPage(browser, product, { as: client });
  await page.goto("/record");
  await page.getByRole("button", { name: "Search" }).waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: /^Search pages/ });
  await field.waitFor();
  expect(await page.evaluate(`document.activeElement.getAttribute("role")`)).toBe("combobox");
  await page.getByRole("group", { name: "My last predictions" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.type("nba vs");
  const games = page.getByRole("group", { name: "Games", exact: true }).getByRole("option");
  await games.first().waitFor();
  const team = (await games.first().textContent())?.split(" vs ")[0] ?? "";
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/slate\?sport=nba&q=/);
  await page
    .getByRole("button", { name: `Predict this game, ${team}` })
    .first()
    .waitFor();

  await page.keyboard.press("Control+k");
  await field.waitFor();
  await page.keyboard.type("aggressive open");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/predictions\//);

  await page.getByRole("button", { name: "Search" }).click();
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  // The dialog returns the focus after it is removed.
  await page.locator(`button[aria-label="Search"]:focus`).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it("opens from the menu of a phone", async () => {
  const { client } = await subscribe(product);
  const { page, context, problems } = await openPage(browser, product, { as: client, width: 390 });
  await page.goto("/record");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Search" }).click();
  const field = page.getByRole("combobox", { name: /^Search pages/ });
  await field.waitFor();
  await expectAccessible(page);
  await field.fill("account");
  await page.getByRole("option", { name: "Account" }).click();
  await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
