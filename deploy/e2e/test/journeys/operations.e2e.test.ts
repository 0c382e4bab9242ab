import { eventually } from "@orbline/kit/testing/eventually";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { logInAs, predict, subscribe } from "../../src/people.ts";

const product = inject("product");

/** Waits until the element is visible. */
const shows = (locator: Locator) => locator.waitFor();

const browser = await startBrowser();
let buyer: Awaited<ReturnType<typeof subscribe>>;
beforeAll(async () => {
  buyer = await subscribe(product, { plan: "lifetime" });
});

describe("the payments, webhooks, figures and audit of an admin, in a browser", () => {
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    const as = await logInAs(product, "admin");
    // The payment arrives by webhook after the checkout, and the page loads the list only once.
    await eventually(async () =>
      expect((await as.get("/api/admin/payments")).text).toContain(buyer.name),
    );
    ({ page, problems } = await openPage(browser, product, { as }));
  });

  const openTab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
  const giveReason = async (reason: string, confirm: string) => {
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Reason").fill(reason);
    await question.getByRole("button", { name: confirm, exact: true }).click();
  };

  it("refund a part of a payment with a reason", async () => {
    await page.goto("/admin?tab=payments");
    const row = page.getByRole("row").filter({ hasText: buyer.name });
    await row.getByRole("button", { name: /^Refund / }).click();
    await page.getByLabel("Amount in dollars").fill("9.00");
    await giveReason("Goodwill", "Refund");
    await shows(page.getByText(`$9.00 refunded to ${buyer.name}`));
    await shows(row.getByText("$9.00", { exact: true }));
  });

  it("show the admin, the refund, the user and the reason in the audit", async () => {
    await openTab("Audit");
    await page.getByLabel("Action").selectOption("refund-payment");
    const row = page.getByRole("row").filter({ hasText: "Goodwill" }).first();
    await shows(row.getByText("admin_demo"));
    await row.getByRole("button", { name: /^View Details/ }).click();
    await shows(page.getByRole("dialog").getByText("Hash", { exact: true }));
    await page.getByRole("button", { name: "Close", exact: true }).click();
  });

  it("replay a webhook of the payment provider", async () => {
    await openTab("Webhooks");
    await page.getByLabel("Outcome").selectOption("done");
    await page
      .getByRole("button", { name: /^Replay / })
      .first()
      .click();
    await giveReason("A look at the inbox", "Replay");
    await shows(page.getByText(/^Webhook evt_\w+ will be processed again$/));
  });

  it("show revenue and the tables of each service", async () => {
    await openTab("Revenue");
    await shows(page.getByRole("table", { name: "By plan" }).getByText("Premium lifetime"));
    await openTab("Database");
    for (const table of ["users", "user_betting_profiles", "user_bet_history"]) {
      await page.getByRole("combobox", { name: "Table" }).selectOption(table);
      await shows(
        page
          .getByRole("table", { name: table })
          .or(page.getByRole("heading", { name: "No data available" })),
      );
    }
  });

  it("reports no console problem and no request to a foreign host", () => {
    expect(problems).toEqual([]);
  });
});

it("leads a subscriber from the list of predictions to one prediction and the public record", async () => {
  await predict(buyer.client);
  const { page, problems, context } = await openPage(browser, product, { as: buyer.client });
  await page.goto("/history");
  await page.getByRole("link", { name: /^NBA \d-leg parlay$/ }).click();
  await shows(page.getByRole("heading", { name: /^\d-LEG PARLAY OPTION$/ }));
  await shows(page.getByText("settles after the games"));
  await shows(page.getByText(/^This parlay loses\s*[\d.]+%$/));
  await page.getByRole("link", { name: "See the full record" }).click();
  await shows(page.getByRole("heading", { name: "Back-test on real past games" }));
  await page.goto("/slate?sport=nba");
  await shows(page.getByRole("button", { name: /^Predict this game/ }).first());
  expect(problems).toEqual([]);
  await context.close();
});
