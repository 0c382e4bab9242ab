import { eventually } from "@orbline/kit/testing/eventually";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { violations } from "../../src/axe.ts";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { register, subscribe } from "../../src/people.ts";
import { openSessions, type SessionEnd } from "../../src/sessions.ts";
import { signIn, signOut, statusOf } from "../../src/steps.ts";

const product = inject("product");
const soonMs = 1_000;
/** Redis removes expired keys late, and the gateway caches a session for half a minute. */
const patient = { timeoutMs: 120_000 };

const browser = await startBrowser();
let sessions: Awaited<ReturnType<typeof openSessions>>;
beforeAll(async () => {
  sessions = await openSessions(product);
});
afterAll(async () => {
  sessions.close();
});

const openAs = async (path: string) => {
  const buyer = await subscribe(product, { plan: "monthly" });
  const expected = [/status of 401/];
  const visit = await openPage(browser, product, { as: buyer.client, expected });
  await visit.page.goto(path);
  /** Waits until the session has expired; the open page does not detect it. */
  const runOut = async (end: SessionEnd) => {
    await sessions.endIn(buyer.client, soonMs, end);
    await eventually(async () => {
      const { status } = await buyer.client.get("/api/subscription/status");
      expect(status).toBe(401);
    }, patient);
  };
  return { ...visit, buyer, runOut };
};

const isNotified = (page: Page) =>
  page.getByText("Your session has ended. Sign in to pick up where you left off.").waitFor();

describe("a session that expires while its page is open, in a browser", () => {
  it("leads from a click to the sign-in screen and back to the unchanged prediction machine after its maximum age", async () => {
    const { page, context, problems, buyer, runOut } = await openAs("/");
    await page.getByLabel(/^Stake/).fill("250");
    await page.getByRole("radio", { name: "NFL" }).check();
    await page.getByRole("radio", { name: "Moderate" }).check();
    await runOut("age");
    await page.getByRole("button", { name: "Generate Prediction" }).click();
    await page.waitForURL("/auth");
    await isNotified(page);
    expect(await violations(page)).toEqual([]);
    await signIn(page, buyer.name);
    await page.waitForURL("/");
    expect(await page.getByRole("radio", { name: "NFL" }).isChecked()).toBe(true);
    expect(await page.getByLabel(/^Stake/).inputValue()).toBe("250");
    await page.getByRole("button", { name: "Generate Prediction" }).click();
    await page.getByRole("button", { name: "Show Statistical Analysis" }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it("ignores the click and returns to the page after the sign-in when it was idle too long", async () => {
    const { page, context, problems, buyer, runOut } = await openAs("/account");
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await runOut("idle");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Cancel plan" }).click();
    await page.waitForURL("/auth");
    await isNotified(page);
    await signIn(page, buyer.name);
    await page.waitForURL("/account");
    await page.getByRole("button", { name: "Cancel plan" }).waitFor();
    expect(await statusOf(page)).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
    expect(problems).toEqual([]);
    await context.close();
  });
});

it("shows only the new user in a tab after another user signs in beside it", async () => {
  const buyer = await subscribe(product, { plan: "monthly" });
  const other = await register(product);
  const visit = await openPage(browser, product, { as: buyer.client, expected: [/status of 401/] });
  const { page, context } = visit;
  await page.goto("/account");
  await page.getByRole("button", { name: "Cancel plan" }).click();
  const beside = await context.newPage();
  await beside.goto("/account");
  await signOut(beside);
  await beside.waitForURL("/auth");
  await isNotified(page);
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  await signIn(beside, other.name);
  await page.waitForURL("/account");
  await page.getByText(other.name).first().waitFor();
  expect(await page.getByText(buyer.name).count()).toBe(0);
  expect(visit.problems).toEqual([]);
  await context.close();
});
