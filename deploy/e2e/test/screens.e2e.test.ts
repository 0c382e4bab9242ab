import { backfill } from "@orbline/stack/demo";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { colourRules, cutOff, sidewaysScroll, violations } from "../src/axe.ts";
import { launchBrowser, openPage, setTheme, themes } from "../src/browser.ts";
import { order, predict } from "../src/people.ts";
import { cards, payOnPage } from "../src/sandbox.ts";
import { openScreen, screens } from "../src/screens/all.ts";
import { isActivated } from "../src/steps.ts";
import { type Viewers, logInViewers } from "../src/viewers.ts";

const product = inject("product");

let browser: Browser;
let viewers: Viewers;
beforeAll(async () => {
  browser = await launchBrowser();
  viewers = await logInViewers(product);
  // A few settled days, so that the record and the histories have something to show.
  await backfill(product.settings, "10");
  for (const n of [1, 2, 3]) await predict(viewers.subscriber, n);
});
afterAll(() => browser.close());

type Visit = Awaited<ReturnType<typeof openPage>>;

const widths = [1440, 390] as const;

/** What is wrong with the page in any theme and width, the browser's complaints included. */
const faults = async ({ page, problems }: Visit): Promise<string[]> => {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await setTheme(page, theme);
      // A theme changes colours and nothing else.
      const rules = theme === "dark" ? undefined : colourRules;
      found.push(...(await violations(page, rules)).map((line) => `${theme} ${width}: ${line}`));
    }
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const scroll = await sidewaysScroll(page);
  if (scroll > 0) found.push(`320: scrolls ${scroll} px sideways`);
  found.push(...(await cutOff(page)).map((text) => `320: cuts off "${text}"`));
  return [...found, ...problems];
};

/** As one text, for of a try that failed reports keep the message alone, which would count a list's entries. */
const expectNoFaults = async (visit: Visit) => expect((await faults(visit)).join("\n")).toBe("");

describe.concurrent("every screen is accessible in both themes, fits 320 px and complains of nothing", () => {
  it.each(screens)("$name", async (screen) => {
    const visit = await openPage(browser, product, {
      as: viewers[screen.as],
      expected: screen.expected ?? [],
    });
    await openScreen(visit.page, screen);
    await expectNoFaults(visit);
    await visit.context.close();
  });

  it("the menu of a phone", async () => {
    const visit = await openPage(browser, product, { as: viewers.admin, width: 390 });
    await visit.page.goto("/how-it-works");
    await visit.page.getByRole("button", { name: "Open menu" }).click();
    await visit.page.getByRole("dialog").getByRole("button", { name: "Logout" }).waitFor();
    expect(await violations(visit.page)).toEqual([]);
    await visit.context.close();
  });

  it("the success page", async () => {
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
