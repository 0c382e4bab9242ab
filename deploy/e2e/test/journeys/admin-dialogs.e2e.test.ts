import { eventually } from "@orbline/kit/testing/eventually";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { logInAs, register } from "../../src/people.ts";

const product = inject("product");

const browser = await startBrowser();

describe("an admin with a keyboard, in a browser", () => {
  let page: Page;
  let problems: string[];
  let name: string;
  beforeAll(async () => {
    ({ name } = await register(product));
    const as = await logInAs(product, "admin");
    ({ page, problems } = await openPage(browser, product, { as }));
    await page.goto("/admin?tab=subscriptions");
    await page.getByRole("searchbox").fill(name);
    // Waits for the filtered list, because the rows of the full list disappear together with the focus in them.
    await page.getByText("1 users found", { exact: true }).waitFor();
  });

  const focused = () =>
    page.evaluate<string>(
      "document.activeElement.ariaLabel ?? document.activeElement.textContent.trim().slice(0, 40)",
    );
  const expectFocus = (text: string) => eventually(async () => expect(await focused()).toBe(text));
  const details = () => page.getByRole("dialog", { name });
  const press = async (button: string) => {
    await page.getByRole("button", { name: button, exact: true }).focus();
    await page.keyboard.press("Enter");
  };

  it.each(["Activate", "Cancel"])(
    "opens %s from the details, closes both by Esc and returns to the row",
    async (command) => {
      await press(`View Details of ${name}`);
      await details().waitFor();
      await expectFocus("Close");
      await press(command);
      await details().waitFor({ state: "detached" });
      await expectFocus("Close");
      await page.keyboard.press("Escape");
      await details().waitFor();
      await expectFocus("Close");
      await page.keyboard.press("Escape");
      await expectFocus(`View Details of ${name}`);
    },
  );

  it("returns to the row after activating a subscription", async () => {
    await press(`View Details of ${name}`);
    await details().waitFor();
    await press("Activate");
    await details().waitFor({ state: "detached" });
    await expectFocus("Close");
    await press("Activate");
    await page.getByText(`Subscription activated for ${name}`).waitFor();
    await expectFocus(`View Details of ${name}`);
  });

  it("reports no console problem and no request to a foreign host", () => {
    expect(problems).toEqual([]);
  });
});
