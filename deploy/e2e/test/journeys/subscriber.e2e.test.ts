import { controlProduct } from "@orbline/stack/product-control";
import { eventually } from "@orbline/kit/testing/eventually";
import type { AdminUser } from "@orbline/proto/http/admin/users";
import type { NewPredictionResponse, Prediction } from "@orbline/proto/http/prediction/prediction";
import type { User } from "@orbline/proto/http/identity/user";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import {
  emailOf,
  logInAs,
  newName,
  password,
  type Person,
  predict,
  register,
  subscribe,
} from "../../src/people.ts";
import { cards, payOnPage } from "../../src/sandbox.ts";
import { isActivated } from "../../src/steps.ts";
import { readTopics } from "../../src/topics.ts";

const product = inject("product");
const name = newName();
const twoSecondsMs = 2_000;

const browser = await startBrowser();
let context: BrowserContext;
let page: Page;
let problems: string[];
let user: User;
let other: Person;
beforeAll(async () => {
  const expected = [/403 .*\/api\/new-prediction$/];
  ({ page, context, problems } = await openPage(browser, product, { expected }));
  other = await register(product);
});

const ask = async <Body>(path: string) => (await (await context.request.get(path)).json()) as Body;

const generate = async (): Promise<Prediction> => {
  const answered = page.waitForResponse(/\/api\/new-prediction$/);
  await page.getByRole("button", { name: "Generate Prediction" }).click();
  const body = (await (await answered).json()) as NewPredictionResponse;
  if (!("id" in body)) throw new Error(`no prediction: ${body.error}`);
  return body;
};

const profit = (stake: number, odds: number) =>
  odds > 0 ? (stake * odds) / 100 : (stake * 100) / Math.abs(odds);

const dollars = (amount: number) =>
  amount.toLocaleString("en-US", { style: "currency", currency: "USD" });

describe("a visitor who becomes a subscriber, in a browser", () => {
  it("reaches the provider's page by signing up for the trial", async () => {
    await page.goto("/auth");
    await page.getByRole("tab", { name: "Register" }).click();
    await page.getByLabel("Email").fill(emailOf(name));
    await page.getByLabel("Phone").fill("555-010-0199");
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password").fill(password);
    await page.getByRole("checkbox").check();
    const opened = context.waitForEvent("page");
    await page.getByRole("button", { name: "Start Free Trial - No Charge Today" }).click();
    await (await opened).close();
    await page.waitForURL(`${product.sandboxUrl}/c/pay/**`);
    expect(await page.innerText("main")).toMatch(/2 days free.*\$19\.99 per month/);
  });

  it("returns signed in after the payment and sees the success page", async () => {
    await payOnPage(page, name, cards.good);
    await page.waitForURL(`${product.url}/subscription/success?session_id=cs_**`);
    await isActivated(page);
    await page.getByText("Card verified, nothing charged. Your trial has started.").waitFor();
    user = await ask<User>("/api/user");
    expect(user).toMatchObject({ username: name, email: emailOf(name) });
  });

  it("is active in identity and admin through Kafka", async () => {
    const events = await readTopics(product);
    await eventually(() =>
      expect(events.subscription(user.id)).toContainEqual(
        expect.objectContaining({
          // A later provider event may merge with the activation and name the published event.
          type: expect.stringMatching(/^subscription\.(activated|updated)$/),
          state: expect.objectContaining({ entitled: true, tier: "premium_trial" }),
        }),
      ),
    );
    await events.close();
    const subscribed = { subscriptionTier: "premium_trial", subscriptionStatus: "active" };
    await eventually(async () => expect(await ask("/api/user")).toMatchObject(subscribed));
    const admin = await logInAs(product, "admin");
    await eventually(async () => {
      const path = `/api/admin/users/subscriptions?search=${name}`;
      const { body } = await admin.get<AdminUser[]>(path);
      expect(body).toMatchObject([{ id: user.id, ...subscribed }]);
    });
  });

  it("gets a prediction while billing is paused, because Kafka carries the entitlement", async () => {
    const control = controlProduct(product.settings);
    await control.pause("billing");
    try {
      await eventually(async () => {
        const data = { sport: "nba", riskLevel: "moderate" };
        const response = await context.request.post("/api/new-prediction", { data });
        expect(response.status()).toBe(200);
      });
    } finally {
      await control.resume("billing");
    }
  });

  it("gets a pick with odds, payout, analysis and confidence for a sport, risk and stake", async () => {
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await page.getByLabel(/^Stake/).fill("250");
    await page.getByRole("radio", { name: "NBA" }).check();
    await page.getByRole("radio", { name: "Aggressive" }).check();
    const prediction = await generate();
    const { bets, parlayOdds, confidence, reasoning, stake } = prediction;
    expect(stake).toBe(250);
    expect(bets.length).toBeGreaterThanOrEqual(2);
    expect(bets.length).toBeLessThanOrEqual(3);
    expect(parlayOdds).toBeGreaterThanOrEqual(201);
    expect(parlayOdds).toBeLessThanOrEqual(500);
    await page.getByRole("heading", { name: `${bets.length}-LEG PARLAY OPTION` }).waitFor();
    const main = await page.getByRole("main").innerText();
    expect(main.replaceAll(/\s+/g, " ")).toContain(
      `${dollars(250)} to win ${dollars(profit(250, parlayOdds))}`,
    );
    expect(main).toContain(`+${parlayOdds}`);
    expect(main).toContain("Simulated slate");
    await page.getByRole("button", { name: "Show Statistical Analysis" }).click();
    await page.getByRole("heading", { name: "Overall Analysis" }).waitFor();
    const frontLines = (text: string) => text.replace(/\n\n.*/s, "").split("\n");
    for (const line of frontLines(reasoning)) await page.getByText(line).waitFor();
    await page.getByText("How we got this").click();
    for (const line of reasoning.split(/\n+/)) await page.getByText(line).waitFor();
    for (const [index, bet] of bets.entries()) {
      await page.getByRole("heading", { name: `Bet ${index + 1}: ${bet.betOn}` }).waitFor();
      for (const line of frontLines(bet.reasoning)) await page.getByText(line).first().waitFor();
    }
    const level = page.getByText(/^Confidence Level/);
    expect(await level.innerText()).toContain(`${Math.round(confidence * 100)}%`);
  });

  it("gets another pick for a second request", async () => {
    const legs = ({ bets }: Prediction) =>
      bets.map(({ game, betOn, betType }) => [game, betOn, betType]);
    const first = legs(await generate());
    expect(legs(await generate())).not.toEqual(first);
  });
});

describe("an admin, in a browser", () => {
  let admin: Page;
  let adminProblems: string[];
  beforeAll(async () => {
    const as = await logInAs(product, "admin");
    ({ page: admin, problems: adminProblems } = await openPage(browser, product, { as }));
    await admin.goto("/admin?tab=subscriptions");
  });

  const open = async (username: string) => {
    await admin.getByRole("searchbox").fill(username);
    await admin.getByRole("button", { name: `View Details of ${username}` }).click();
  };

  it("sees the subscriber with tier and status", async () => {
    await admin.getByRole("searchbox").fill(name);
    const row = admin.getByRole("row", { name });
    expect((await row.innerText()).split(/\s*[\t\n]\s*/)).toEqual(
      expect.arrayContaining([name, emailOf(name), "active", "Premium trial"]),
    );
  });

  it("activates another user for 30 days, and the user can predict within two seconds", async () => {
    expect((await predict(other.client)).status).toBe(403);
    await open(other.name);
    await admin.getByRole("button", { name: "Activate" }).click();
    await admin.getByLabel("Duration").selectOption("30");
    await admin.getByRole("button", { name: "Activate" }).click();
    await admin.getByText(`Subscription activated for ${other.name} for 30 days`).waitFor();
    await eventually(async () => expect((await predict(other.client)).status).toBe(200), {
      timeoutMs: twoSecondsMs,
    });
    const row = admin.getByRole("row", { name: other.name });
    await row.getByText("active").waitFor();
  });

  it("cancels the first user, whose predictions are refused within two seconds", async () => {
    await open(name);
    await admin.getByRole("button", { name: "Cancel", exact: true }).click();
    await admin.getByRole("button", { name: "Cancel subscription" }).click();
    await admin.getByText(`Subscription canceled for ${name}`).waitFor();
    await eventually(
      async () => {
        const data = { sport: "nba", riskLevel: "moderate" };
        const response = await context.request.post("/api/new-prediction", { data });
        expect(response.status()).toBe(403);
        expect(await response.json()).toMatchObject({ code: "subscription.required" });
      },
      { timeoutMs: twoSecondsMs },
    );
    await page.getByRole("button", { name: "Generate Prediction" }).click();
    await page.getByRole("heading", { name: "Premium Access Required" }).waitFor();
    await admin.getByRole("row", { name }).getByText("canceled").waitFor();
  });

  it("reports no console problem and no request to a foreign host", () => {
    expect([...problems, ...adminProblems]).toEqual([]);
  });
});

const isBelowNotice = async (notice: Locator, button: Locator) => {
  const [said, pressed] = [await notice.boundingBox(), await button.boundingBox()];
  return said !== null && pressed !== null && said.y + said.height < pressed.y;
};

it.each([
  ["", []],
  [", even when the toast script does not load", [/toast-region/]],
])("shows a failure above the buttons of a sheet on a phone%s", async (_how, withheld) => {
  const buyer = await subscribe(product, { plan: "monthly" });
  const expected = [/status of 503/, ...withheld.map(() => /net::ERR_FAILED/)];
  const visit = await openPage(browser, product, { width: 390, as: buyer.client, expected });
  const phone = visit.page;
  for (const file of withheld) await phone.route(file, (route) => route.abort());
  await phone.route("**/api/subscription/cancel", (route) =>
    route.fulfill({ status: 503, json: { message: "The provider is silent.", code: "x" } }),
  );
  await phone.goto("/account");
  await phone.getByRole("button", { name: "Cancel plan" }).click();
  const sheet = phone.getByRole("alertdialog");
  await sheet.getByRole("button", { name: "Cancel plan" }).click();
  const notice = phone.getByText("Your plan was not canceled");
  const keep = sheet.getByRole("button", { name: "Keep plan" });
  await notice.waitFor();
  await eventually(async () => expect(await isBelowNotice(notice, keep)).toBe(true));
  await keep.click();
  await sheet.waitFor({ state: "detached" });
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});
