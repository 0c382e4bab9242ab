import { expectOk } from "@orbline/demo/http-client";
import { beforeAll, expect, inject, it } from "vitest";
import { sidewaysScroll, violations } from "../../src/axe.ts";
import { openPage } from "../../src/browser.ts";
import { expectAccessible, startBrowser } from "../../src/journey.ts";
import { predict, subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();
let address: string;
beforeAll(async () => {
  const { client } = await subscribe(product);
  const generated = expectOk(await predict(client), "prediction");
  if (!("id" in generated)) throw new Error("no prediction");
  const { page, context } = await openPage(browser, product, { as: client });
  await page.goto(`/predictions/${generated.id}`);
  await page.getByRole("button", { name: "Share pick" }).click();
  const link = page.getByRole("link", { name: /^\/p\/[\w-]{22}$/ });
  address = (await link.getAttribute("href")) ?? "";
  await context.close();
});

it("opens a shared pick for a visitor, whose browser verifies it", async () => {
  for (const width of [320, 1440]) {
    const { page, context, problems } = await openPage(browser, product, { width });
    await page.goto(address);
    // A new pick is covered by a signed head in less than a minute.
    await page.getByText("Verified by your browser").waitFor();
    await page.getByText(/before the first game started/).waitFor();
    // The only amounts are those of the trial.
    const amounts = await page.getByText(/stake|\$/i).allInnerTexts();
    expect(amounts).toEqual([
      expect.stringMatching(/The trial costs \$0 for 2 days, then \$19\.99/),
    ]);
    expect(amounts.join()).not.toMatch(/stake/i);
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  }
});

it("has its title, description and picture in the HTML, for the link previews of messengers", async () => {
  const { page, context } = await openPage(browser, product);
  // A messenger runs no script.
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(address);
  const metaOf = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute("content");
  const title = await metaOf("og:title");
  expect(title).toMatch(/^Open: .+ at [+−]\d+$/);
  expect(await page.title()).toBe(`${title} · Orbline`);
  const description = await metaOf("og:description");
  expect(description).toMatch(/^.+ vs\. .+ · NBA, Aggressive · .*Our estimate: [\d.]+%$/);
  expect(await page.locator('meta[name="description"]').getAttribute("content")).toBe(description);
  expect(`${title} ${description}`).not.toMatch(/stake|\$/i);
  expect(await metaOf("og:url")).toBe(`${product.url}${address}`);
  const response = await context.request.get((await metaOf("og:image")) ?? "");
  expect(response.headers()["content-type"]).toBe("image/png");
  const bytes = await response.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
  await context.close();
});

it("refuses a shared pick whose odds were changed on the way", async () => {
  const { page, context } = await openPage(browser, product);
  await page.route("**/api/receipts/*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/\\"probability\\":0/g, '\\"probability\\":1');
    await route.fulfill({ response, body });
  });
  await page.goto(address);
  await page.getByText("Not verified").waitFor();
  await page.getByText("This pick is not in the log").waitFor();
  expect(await page.getByText("Verified by your browser").count()).toBe(0);
  await context.close();
});

it("shows visitors the signed log, and that its newest head continues an earlier one", async () => {
  const { page, context, problems } = await openPage(browser, product, { width: 320 });
  await page.goto("/record/proof");
  await page.getByText("Our signature is valid").waitFor();
  await page.getByRole("button", { name: "Check" }).click();
  await page
    .getByText(
      /^Nothing was changed: the later log begins with the same (?:pick|\d+ picks) as the log of .+\.$/,
    )
    .waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
