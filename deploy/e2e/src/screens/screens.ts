import type { Page } from "playwright-core";
import data from "./screens.json" with { type: "json" };

/** The session with which a screen is opened. */
export type Viewer = "visitor" | "free" | "subscriber" | "admin";

/** One screen: its address and the content that shows that it is complete. */
export type Screen = {
  name: string;
  as: Viewer;
  path: string;
  /** Text of the page's heading of level 1. */
  heading: string;
  /** A console line that this screen provokes, as a regular expression. */
  expected?: string;
  /** An element that appears once the content is loaded. */
  shows?: { role: "button" | "heading" | "link" | "table"; name: string };
  /** Steps from the loaded page to the state of the screen. */
  steps?: keyof typeof steps;
};

/** Every screen of the product. */
export const screens = data as readonly Screen[];

/** Opens a screen and waits until it is complete. @throws when it does not become complete */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path);
  await page.locator("h1").filter({ hasText: screen.heading }).waitFor({ state: "attached" });
  if (screen.shows)
    await page.getByRole(screen.shows.role, { name: screen.shows.name }).first().waitFor();
  if (screen.steps) await steps[screen.steps](page);
  await page.evaluate("document.fonts.ready.then(() => undefined)");
}

const steps = {
  submitEmptyRegistration: async (page: Page) => {
    await page.getByRole("tab", { name: "Register" }).click();
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    await page.getByRole("button", { name: /^Start Free Trial/ }).click();
    await page.getByText("Please agree to the terms to continue.").waitFor();
  },
  openDirectCheckout: async (page: Page) => {
    await page.getByRole("tab", { name: "Direct Checkout" }).click();
    await page.getByRole("button", { name: "Sign Up & Continue to Payment" }).waitFor();
  },
  generateSingle: (page: Page) => generate(page, "Moderate"),
  generateParlay: async (page: Page) => {
    await generate(page, "Insane");
    await click(page, "Show Statistical Analysis");
    await page.getByText(/^Confidence Level/).waitFor();
  },
  openPrediction: async (page: Page) => {
    await page.getByRole("link", { name: "-leg parlay" }).first().click();
    await page.getByText("All details").click();
    await page.getByRole("heading", { name: "Individual Bet Analysis" }).waitFor();
    await page.getByRole("link", { name: "See the full record" }).waitFor();
  },
  checkPrice: async (page: Page) => {
    await page.getByRole("combobox", { name: "Game" }).fill("nba");
    await page.getByRole("option").first().click();
    await page.getByRole("radio", { name: "Moneyline" }).first().check();
    await page.getByLabel("Odds at your book").fill("+150");
    await page.getByRole("heading", { name: "Verdict", exact: true }).waitFor();
    await page.getByText(/^Likely range/).waitFor();
  },
  waitForNextCharge: (page: Page) =>
    page
      .getByText(/^Next charge/)
      .first()
      .waitFor(),
  findDemoUsers,
  openDetails,
  openActivation: async (page: Page) => {
    await openDetails(page);
    await click(page, "Activate");
    await page.getByLabel("Duration").waitFor();
  },
  openCancellation: async (page: Page) => {
    await openDetails(page);
    await click(page, "Cancel");
    await page.getByRole("alertdialog").waitFor();
  },
  submitEmptyRefund: async (page: Page) => {
    const refund = page.getByRole("button", { name: /^Refund / });
    await refund.first().click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Refund" }).click();
    await page.getByText("Please give a reason.").waitFor();
  },
  openActivity: async (page: Page) => {
    await click(page, "Show security activity");
    await page.getByRole("list", { name: "Security activity" }).waitFor();
  },
  waitForAudit: async (page: Page) => {
    const empty = page.getByRole("heading", { name: "No entries" });
    await empty.or(page.getByRole("table", { name: "Audit" })).waitFor();
  },
};

function click(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true }).click();
}

async function generate(page: Page, risk: string) {
  await page.getByRole("radio", { name: "NFL" }).check();
  await page.getByRole("radio", { name: risk }).check();
  await click(page, "Generate Prediction");
  await page.getByRole("heading", { name: /LEG PARLAY OPTION/ }).waitFor();
}

/** Other tests make users too, so the list is narrowed to the demo users. */
async function findDemoUsers(page: Page) {
  await page.getByRole("searchbox").fill("demo_");
  await page.getByText("3 users found").waitFor();
}

async function openDetails(page: Page) {
  await findDemoUsers(page);
  const details = page.getByRole("button", { name: "View Details of demo_trial" });
  await details.filter({ visible: true }).click();
  await page.getByRole("dialog").getByText("Cancel at period end").waitFor();
}
