import { eventually } from "@orbline/kit/testing/eventually";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { password, subscribe } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();
let page: Page;
let problems: string[];
beforeAll(async () => {
  const expected = [/401 .*\/api\/login$/];
  ({ page, problems } = await openPage(browser, product, { expected }));
});

/** The name, or the start of the text, of the focused element. A text field has the name of its label. */
const focused = () =>
  page.evaluate<string>(`(({ id, ariaLabel, labels, textContent }) =>
    id === "content" ? "the content" : ariaLabel ?? (labels?.[0]?.textContent ?? textContent).trim().slice(0, 40))(document.activeElement)`);

const expectFocus = (name: string) => eventually(async () => expect(await focused()).toBe(name));

/** Presses Tab until `name` has the focus. */
const tabTo = async (name: string) => {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await focused()) === name) return;
  }
  throw new Error(`Tab does not reach ${name}`);
};

describe("a keyboard user, in a browser", () => {
  it("skips to the form and corrects a refused password in the field that has the focus", async () => {
    const { name } = await subscribe(product);
    await page.goto("/auth");
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password", { exact: true }).fill("Wrong-horse-1");
    await page.evaluate("document.activeElement.blur()");
    await tabTo("Skip to content");
    await page.keyboard.press("Enter");
    await tabTo("Sign In");
    await page.keyboard.press("Enter");
    await page.getByText("Login failed").waitFor();
    await expectFocus("Password");
    await page.keyboard.insertText(password);
    await tabTo("Sign In");
    await page.keyboard.press("Space");
    await page.waitForURL(`${product.url}/`);
    await expectFocus("the content");
  });

  it("uses arrow keys in the prediction machine and generates twice with the same button", async () => {
    await page.getByRole("radio", { name: "NBA" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("radio", { name: "Moderate" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("radio", { name: "Aggressive", checked: true }).waitFor();
    await tabTo("Generate Prediction");
    for (const time of [1, 2]) {
      const answered = page.waitForResponse(/\/api\/new-prediction$/);
      await page.keyboard.press("Enter");
      expect([time, (await answered).status()]).toEqual([time, 200]);
      await page.getByRole("button", { name: "Show Statistical Analysis" }).waitFor();
      await expectFocus("Generate Prediction");
    }
  });

  it("arrives at the top and in the content of a linked page", async () => {
    await page.getByRole("link", { name: "Responsible gaming" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Responsible gaming" }).waitFor();
    await expectFocus("the content");
    await eventually(async () => expect(await page.evaluate("scrollY")).toBe(0));
    await page.getByRole("link", { name: "Orbline", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Generate Prediction" }).waitFor();
  });

  it("cancels and resumes the plan in dialogs that restore the focus", async () => {
    await page.goto("/account");
    await page.getByRole("button", { name: "Cancel plan" }).focus();
    await page.keyboard.press("Enter");
    await expectFocus("Close");
    await page.keyboard.press("Escape");
    await expectFocus("Cancel plan");
    await page.keyboard.press("Enter");
    await expectFocus("Close");
    await tabTo("Cancel plan");
    await page.keyboard.press("Enter");
    await page.getByText("Plan canceled").waitFor();
    await expectFocus("the content");
    await page.getByRole("button", { name: "Resume plan" }).waitFor();
    await tabTo("Resume plan");
    await page.keyboard.press("Enter");
    await page.getByText("Plan resumed").waitFor();
  });

  it("reports no console problem and no request to a foreign host", () => {
    expect(problems).toEqual([]);
  });
});
