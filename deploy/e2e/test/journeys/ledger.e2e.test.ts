import { readFile } from "node:fs/promises";
import { expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { expectAccessible, startBrowser } from "../../src/journey.ts";
import { subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();

it("records a bet on a phone by keyboard, lists it, downloads it and removes it", async () => {
  const { client } = await subscribe(product);
  const { page, context, problems } = await openPage(browser, product, { as: client, width: 320 });
  const { body } = await client.post("/api/new-prediction", {
    sport: "nba",
    riskLevel: "aggressive",
    stake: 100,
  });
  await page.goto(`/predictions/${(body as { id: string }).id}`);
  await page.getByRole("button", { name: "I bet this" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("input:focus").waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("12.50");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("7/2");
  await page.keyboard.press("Tab");
  await page.keyboard.type("=Harbour");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByText("You bet $12.50 at +350 with =Harbour.").waitFor();

  await page.goto("/history");
  const row = page.getByRole("table", { name: "My predictions" }).getByRole("row").last();
  await row.getByText("$100.00").waitFor();
  // Two lines of text with their padding.
  expect((await row.boundingBox())?.height).toBeLessThan(72);
  await page.goto("/history?view=bets");
  const table = page.getByRole("table", { name: "My bets" });
  await table.getByText("$12.50").waitFor();
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const csv = await readFile(await (await downloading).path(), "utf8");
  expect(csv).toMatch(/,'=Harbour,12\.5,350,open,,\r\n$/);

  await table.getByRole("link").click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "I bet this" }).waitFor();
  await page.goto("/history?view=bets");
  await page.getByText("No bets recorded yet").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
