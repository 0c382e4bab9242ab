import { eventually } from "@orbline/kit/testing/eventually";
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
  await eventually(async () =>
    expect(await page.evaluate("document.activeElement.value")).toBe("moderate"),
  );
  const button = await page.getByRole("button", { name: "Generate Prediction" }).boundingBox();
  expect((button?.y ?? 900) + (button?.height ?? 0)).toBeLessThan(844);
  await page.getByRole("radio", { name: "Aggressive" }).check();
  const [response] = await Promise.all([
    page.waitForResponse("**/api/new-prediction"),
    page.getByRole("button", { name: "Generate Prediction" }).click(),
  ]);
  const { bets } = (await response.json()) as NewPredictionResponse;
  expect(bets.map((bet) => bet.game)).toContain(game);
  await page.getByRole("region", { name: "Why this pick" }).waitFor();
  const result = page.getByRole("region", { name: "Prediction result" });
  const [panel, name] = await Promise.all([
    result.boundingBox(),
    result.getByText("Our estimate", { exact: true }).first().boundingBox(),
  ]);
  const endOf = (box: typeof panel) => (box ? box.x + box.width : Number.NaN);
  expect(endOf(panel) - endOf(name), "padding beside the last figure").toBeGreaterThan(10);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

it("keeps the heads of a force diagram apart beside the machine on a tablet", async () => {
  const { client } = await subscribe(product);
  const { page, context, problems } = await openPage(browser, product, { width: 768, as: client });
  await page.goto("/");
  await page.getByRole("radio", { name: "NBA" }).check();
  await page.getByRole("radio", { name: "Moderate" }).check();
  await page.getByRole("button", { name: "Generate Prediction" }).click();
  const diagram = page.getByRole("img", { name: /^In (rating )?points: / });
  const [against, unit, inFavor] = await Promise.all(
    ["Against the pick", /^(rating )?points$/, "For the pick"].map((head) =>
      diagram.getByText(head, { exact: true }).boundingBox(),
    ),
  );
  const endOf = (box: typeof unit) => (box ? box.x + box.width : Number.NaN);
  expect((unit?.x ?? 0) - endOf(against)).toBeGreaterThanOrEqual(8);
  expect((inFavor?.x ?? 0) - endOf(unit)).toBeGreaterThanOrEqual(8);
  expect(unit?.height, "one line").toBe(inFavor?.height);
  expect(against?.height, "one line").toBeLessThan(24);
  expect(problems).toEqual([]);
  await context.close();
});
