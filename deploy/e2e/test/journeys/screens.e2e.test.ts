import { backfill } from "@orbline/stack/demo";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { cutOff, sidewaysScroll, violations } from "../../src/axe.ts";
import { openPage } from "../../src/browser.ts";
import { startBrowser, violationsInThemes } from "../../src/journey.ts";
import { logInViewers, order, predict, type Viewers } from "../../src/people.ts";
import { cards, payOnPage } from "../../src/sandbox.ts";
import { openScreen, screens, type Viewer } from "../../src/screens/screens.ts";
import { isActivated } from "../../src/steps.ts";

const product = inject("product");

const browser = await startBrowser();
let viewers: Viewers;
beforeAll(async () => {
  viewers = await logInViewers(product);
  // A few settled days fill the record and the histories.
  await backfill(product.settings, "10");
  for (const n of [1, 2, 3]) await predict(viewers.subscriber, n);
});

type Visit = Awaited<ReturnType<typeof openPage>>;

/** Pages between two screens, by viewer. What a page has loaded and compiled once is there for its next screen. */
const idlePages: Record<Viewer, Visit[]> = { visitor: [], free: [], subscriber: [], admin: [] };

const openIdlePage = async (viewer: Viewer): Promise<Visit> =>
  idlePages[viewer].pop() ?? openPage(browser, product, { as: viewers[viewer] });

const widths = [1440, 390] as const;

/** The faults of the page in each theme and width. */
const faults = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await violationsInThemes(page)).map((line) => `${width}, ${line}`));
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const scroll = await sidewaysScroll(page);
  if (scroll > 0) found.push(`320: scrolls ${scroll} px sideways`);
  found.push(...(await cutOff(page)).map((text) => `320: cuts off "${text}"`));
  return found;
};

/** Compares one text, because a failure message shows only the length of a list. */
const expectNoFaults = async ({ page, problems }: Visit) =>
  expect([...(await faults(page)), ...problems].join("\n")).toBe("");

describe.concurrent("every screen", () => {
  it.each(screens)(
    "$name is accessible in both themes, fits 320 px and reports no problem",
    async (screen) => {
      const visit = await openIdlePage(screen.as);
      const { page, problems } = visit;
      await page.setViewportSize({ width: widths[0], height: 900 });
      await openScreen(page, screen);
      const found = await faults(page);
      const { expected } = screen;
      const isProblem = (line: string) => !expected || !new RegExp(expected).test(line);
      expect([...found, ...problems.splice(0).filter(isProblem)].join("\n")).toBe("");
      idlePages[screen.as].push(visit);
    },
  );

  it("the phone menu is accessible", async () => {
    const visit = await openPage(browser, product, { as: viewers.admin, width: 390 });
    await visit.page.goto("/how-it-works");
    await visit.page.getByRole("button", { name: "Open menu" }).click();
    await visit.page.getByRole("dialog").getByRole("button", { name: "Logout" }).waitFor();
    expect(await violations(visit.page)).toEqual([]);
    await visit.context.close();
  });

  it("has the welcome line and the side panel of the sign-in on wide screens only", async () => {
    const shown: string[] = [];
    for (const width of widths) {
      const home = await openPage(browser, product, { as: viewers.subscriber, width });
      await home.page.goto("/");
      const line = home.page.getByRole("heading", { name: /^Welcome, / });
      await home.page.getByRole("heading", { name: "Your prediction appears here" }).waitFor();
      // Screen readers keep the line: it is one pixel wide.
      const { width: lineWidth } = (await line.boundingBox()) ?? { width: 0 };
      const visit = await openPage(browser, product, { width });
      await visit.page.goto("/auth");
      await visit.page.getByRole("tab", { name: "Login" }).waitFor();
      const panel = visit.page.locator("main aside");
      shown.push(`${width}: ${lineWidth > 1} ${await panel.isVisible()}`);
      await home.context.close();
      await visit.context.close();
    }
    expect(shown).toEqual(["1440: true true", "390: false false"]);
  });

  it("the success pages are accessible in both themes, fit 320 px and report no problem", async () => {
    const buyer = await order(product, "annual");
    const visit = await openPage(browser, product, { as: buyer.client });
    await visit.page.goto(buyer.checkoutUrl);
    await payOnPage(visit.page, buyer.name, cards.good);
    await isActivated(visit.page);
    await expectNoFaults(visit);
    await visit.page.goto(`/subscription-success?session_id=${buyer.sessionId}`);
    await visit.page.getByText("Current period end").waitFor();
    await expectNoFaults(visit);
    await visit.context.close();
  });
});
