import type { NewPredictionResponse } from "@orbline/proto/http/prediction/prediction";
import { expect, inject, it } from "vitest";
import { sidewaysScroll, violations } from "../../src/axe.ts";
import { openPage } from "../../src/browser.ts";
import { expectAccessible, startBrowser } from "../../src/journey.ts";
import { subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();

it("finds a game on a phone, keeps its team as a favorite, and predicts it", async () => {
  const { client } = await subscribe(product);
  const { page, context, problems } = await openPage(browser, product, { width: 320, as: client });
  await page.goto("/slate?sport=nba");
  const predict = page.getByRole("button", { name: /^Predict this game, / });
  await predict.first().waitFor();
  await page.getByText("Our estimate").first().waitFor();
  await expectAccessible(page);
  const day = page.getByRole("group", { name: "Day" }).getByRole("radio").nth(1);
  const today = await predict.first().getAttribute("aria-label");
  await day.check();
  await page.getByRole("button", { name: today ?? "" }).waitFor({ state: "detached" });
  await page.reload();
  await predict.first().waitFor();
  expect(await day.isChecked()).toBe(true);
  const star = page.getByRole("button", { name: /^Add .+ to your favorites$/ }).first();
  const team = /^Add (.+) to/.exec((await star.getAttribute("aria-label")) ?? "")?.[1] ?? "";
  await star.click();
  await page.reload();
  await page.getByRole("button", { name: "Favorites", exact: true }).click();
  await page
    .getByRole("button", { name: `Remove ${team} from your favorites` })
    .first()
    .waitFor();
  const label = (await predict.first().getAttribute("aria-label")) ?? "";
  const game = label.replace("Predict this game, ", "");
  expect(game).toContain(team);
  await predict.first().click();
  await page.getByText(`Only picks with ${game}`).waitFor();
  await page.getByRole("radio", { name: "Aggressive" }).check();
  const [response] = await Promise.all([
    page.waitForResponse("**/api/new-prediction"),
    page.getByRole("button", { name: "Generate Prediction" }).click(),
  ]);
  const { bets } = (await response.json()) as NewPredictionResponse;
  expect(bets.map((bet) => bet.game)).toContain(game);
  await page.getByRole("region", { name: "Why this pick" }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
