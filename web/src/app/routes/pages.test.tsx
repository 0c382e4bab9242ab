import { riskLevels, sports } from "@orbline/proto/constants/predictions";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { riskBounds } from "#/features/prediction/messages.ts";
import { americanOdds } from "#/lib/format.ts";
import { publicPages } from "#/public-pages.ts";
import site from "#/site.json" with { type: "json" };
import { aPerformance } from "#/testing/performance.ts";
import { fill, renderApp } from "#/testing/render-app.tsx";
import { anAdminUser } from "#/testing/rows.ts";
import {
  anAdmin,
  answerGet,
  answerPost,
  aPrediction,
  aStatus,
  aUser,
  holdBack,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("the pages of a visitor", () => {
  it.each(publicPages)("names itself as in search results: $path", async ({ path, name }) => {
    signedIn(null);
    answerGet("/api/model-performance", aPerformance());
    for (const other of ["/api/slate", "/api/record/heads"]) holdBack(other, {});
    renderApp(path);
    const title = name === undefined ? site.productTitle : `${name} · ${site.productName}`;
    await waitFor(() => expect(document.title).toBe(title));
  });

  it("shows a spinner on / until the user is known", async () => {
    const user = holdBack("/api/user", aUser());
    answerGet("/api/subscription/status", aStatus("none"));
    renderApp("/");
    expect(await screen.findByRole("status")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Welcome, maria_k" })).toBeNull();
    user.respond();
    expect(await screen.findByRole("heading", { name: "Welcome, maria_k" })).toBeTruthy();
  });

  it("says that the product is entertainment without a guarantee, under its title", async () => {
    signedIn(null);
    renderApp("/how-it-works");
    await screen.findByRole("heading", { level: 1 });
    const brand = `© ${new Date().getFullYear()} ${site.brandLine}`;
    expect(screen.getByRole("contentinfo").textContent).toContain(brand);
    expect(screen.getByRole("contentinfo").textContent).toMatch(/entertainment/i);
    expect(screen.getByRole("contentinfo").textContent).toMatch(/no (?:guarantee|outcome)/i);
    expect(document.title).toMatch(/Orbline$/);
  });

  it("shows the latest settled pick beside the steps", async () => {
    signedIn(null);
    answerGet("/api/model-performance", aPerformance());
    renderApp("/how-it-works");
    expect(await screen.findByRole("heading", { name: "The latest settled pick" })).toBeTruthy();
    expect(screen.getByText("We said: loses 74.8% of the time.")).toBeTruthy();
  });

  it("explains each risk level by the odds that the machine keeps to", async () => {
    signedIn(null);
    renderApp("/how-it-works");
    const text = await screen.findByText(/^Moderate is one bet at /);
    for (const risk of riskLevels) {
      const bounds = sports.flatMap((sport) => riskBounds(risk, sport).odds);
      const [from, to] = [Math.min(...bounds), Math.max(...bounds)].map(americanOdds);
      expect(text.textContent).toContain(`${from} to ${to}`);
    }
  });

  it("links the welcome page to the other sign-up and checkout pages", async () => {
    signedIn(null);
    answerGet("/api/model-performance", aPerformance());
    renderApp("/welcome");
    await screen.findByText("Diagnostic tools");
    const targets = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(targets).toEqual(
      expect.arrayContaining([
        "/subscribe",
        "/deployed-subscribe",
        "/space-fix-checkout",
        "/production-signup",
      ]),
    );
  });

  it("offers both integrated forms on the integrated checkout", async () => {
    signedIn(null);
    renderApp("/integrated-checkout");
    await screen.findByRole("link", { name: "Monthly checkout" });
    expect(hrefOf("Monthly checkout")).toBe("/integrated-monthly-checkout");
    expect(hrefOf("Annual checkout")).toBe("/integrated-annual-checkout");
    expect(screen.getByText("$19.99 due today. Cancel anytime.")).toBeTruthy();
    expect(screen.getByText("$215.89 due today. Cancel anytime.")).toBeTruthy();
  });

  it.each(["/subscribe", "/space-fix-checkout", "/production-signup", "/integrated-checkout"])(
    "leads a visitor of %s to the trial",
    async (path) => {
      signedIn(null);
      renderApp(path);
      const line = await screen.findByText(/^Rather try it first\?/);
      const link = within(line).getByRole("link", { name: "Start free trial" });
      expect(link.getAttribute("href")).toBe("/subscription?plan=trial");
    },
  );

  it.each([
    ["/production-signup", "Monthly, $19.99 a month, or annual, $215.89 a year."],
    ["/deployed-subscribe", "Monthly, $19.99 a month, or annual, $215.89 a year."],
    ["/integrated-checkout", "Monthly, $19.99 a month, or annual, $215.89 a year."],
    ["/space-fix-checkout", "Monthly, $19.99 a month."],
    ["/subscribe", "Monthly, $19.99 a month, or lifetime, $249 once."],
  ])("says on %s what is sold, and shows the latest settled pick", async (path, sold) => {
    signedIn(null);
    answerGet("/api/model-performance", aPerformance());
    renderApp(path);
    expect(await screen.findByText(new RegExp(`^${RegExp.escape(sold)}`))).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "The latest settled pick" })).toBeTruthy();
  });

  it("offers a visitor of /subscription-info the trial first", async () => {
    signedIn(null);
    renderApp("/subscription-info");
    expect(await screen.findByText("Your free trial is waiting")).toBeTruthy();
    expect(screen.getByText(/^\$0 for 2 days, then \$19\.99 a month/)).toBeTruthy();
    const content = within(screen.getByRole("main"));
    const labels = content.getAllByRole("link").map(({ textContent }) => textContent);
    expect(labels).toEqual(["Start free trial", "Sign In to Subscribe"]);
  });

  it.each(["/subscription/cancel", "/subscription-canceled"])(
    "says on %s that nothing was charged",
    async (path) => {
      signedIn(null);
      renderApp(path);
      expect(await screen.findByRole("heading", { name: "Payment cancelled" })).toBeTruthy();
      expect(screen.getAllByText(/^Nothing was charged\./)).not.toEqual([]);
      expect(hrefOf("Return to Home")).toBe("/");
    },
  );

  it("shows the toast of a canceled payment", async () => {
    signedIn(null);
    renderApp("/subscription-canceled");
    await waitFor(() => expect(screen.getAllByText("Payment cancelled")).toHaveLength(2));
  });

  it("asks for no subscription status of a visitor", async () => {
    signedIn(null);
    const calls = answerGet("/api/subscription/status", aStatus("none"));
    renderApp("/subscription");
    await screen.findByRole("button", { name: "Continue to Payment" });
    expect(calls.count).toBe(0);
  });
});

describe("the pages of a user", () => {
  it("logs out on the log-out page", async () => {
    signedIn(aUser());
    const sent = answerPost("/api/logout", {});
    const app = renderApp("/logout-test");
    await app.user.click(await screen.findByRole("button", { name: "Log out" }));
    await waitFor(() => expect(app.address()).toBe("/auth"));
    expect(sent).toHaveLength(1);
  });

  it("links each page to the cancellation", async () => {
    signedIn(aUser());
    renderApp("/terms");
    await screen.findByRole("link", { name: "Cancel subscription" });
    expect(hrefOf("Cancel subscription")).toBe("/cancel-account");
  });

  it("shows plan, status and period of a checkout from timestamps in seconds", async () => {
    signedIn(aUser());
    answerGet("/api/subscription/status", aStatus("active"));
    answerGet("/api/subscription-details", {
      success: true,
      subscription: {
        plan: "annual",
        status: "active",
        current_period_start: Date.UTC(2026, 10, 23) / 1000,
        current_period_end: Date.UTC(2027, 10, 23) / 1000,
      },
    });
    renderApp("/subscription-success?session_id=cs_1");
    expect(await screen.findByText("Annual")).toBeTruthy();
    expect(screen.getByText("Active")).toBeTruthy();
    expect(screen.getByText("Nov 23, 2026")).toBeTruthy();
    expect(screen.getByText("Nov 23, 2027")).toBeTruthy();
  });

  it.each([
    ["login", "/auth", "/api/login", { Username: "maria_k", Password: "Secret123" }, "Sign In"],
    [
      "registration",
      "/auth",
      "/api/register",
      {
        Phone: "3125550148",
        Username: "maria_k",
        Password: "Secret123",
        "Confirm password": "Secret123",
      },
      "Create Account & Continue",
    ],
    [
      "waitlist conversion",
      "/waitlist/convert?token=wtl_1",
      "/api/convert-waitlist",
      { Username: "maria_k", "New password": "Secret123", "Confirm password": "Secret123" },
      "Open account",
    ],
  ])("takes the user from the response to a %s and does not ask again", async (...row) => {
    const [name, path, call, fields, button] = row;
    const calls = signedIn(null);
    answerGet("/api/subscription/status", aStatus("none"));
    answerPost(call, aUser());
    const app = renderApp(path);
    if (name === "registration") {
      await app.user.click(await screen.findByRole("tab", { name: "Register" }));
      await app.user.click(await screen.findByRole("radio", { name: /Lifetime/ }));
    }
    for (const [label, value] of Object.entries(fields)) await fill(label, value);
    if (name !== "login") await app.user.click(await screen.findByRole("checkbox"));
    await app.user.click(await screen.findByRole("button", { name: button }));
    expect(await screen.findByRole("heading", { name: "Welcome, maria_k" })).toBeTruthy();
    expect(calls.count).toBe(1);
  });
});

it.each([
  [{ plan: "monthly" }, 1999],
  [{ subscriptionTier: "premium" }, 1999],
  [{ plan: "annual" }, 21_589],
  [{ subscriptionTier: "premium_annual" }, 21_589],
  [{ plan: "lifetime" }, 24_900],
])("reports a checkout of %o with %i cents", async (bought, amount) => {
  const convert = vi.fn<(conversion: { amount: number }) => void>();
  vi.stubGlobal("orblineReferral", { convert });
  signedIn(aUser());
  const verified = { success: true, customerEmail: "maria@example.com", ...bought };
  answerGet("/api/verify-subscription-status", verified);
  renderApp("/subscription/success?session_id=cs_1");
  await screen.findByRole("heading", { name: "Subscription Activated" });
  expect(convert.mock.calls.map(([conversion]) => conversion.amount)).toEqual([amount]);
  vi.unstubAllGlobals();
});

it.each([{}, { subscriptionTier: "premium_weekly" }])(
  "reports no checkout of the unknown plan %o, whose price it would have to guess",
  async (bought) => {
    const convert = vi.fn<() => void>();
    vi.stubGlobal("orblineReferral", { convert });
    signedIn(aUser());
    const verified = { success: true, customerEmail: "maria@example.com", ...bought };
    answerGet("/api/verify-subscription-status", verified);
    renderApp("/subscription/success?session_id=cs_1");
    await screen.findByRole("heading", { name: "Subscription Activated" });
    expect(convert).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  },
);

describe("the home of a user", () => {
  it.each([
    ["active", "Generate Prediction"],
    ["trialing", "Generate Prediction"],
    ["past_due", "Subscribe"],
    ["canceled", "Subscribe"],
    ["none", "Subscribe"],
  ] as const)("offers a user with the status %s the button %s", async (status, button) => {
    subscriberHome();
    answerGet("/api/subscription/status", aStatus(status));
    renderApp("/");
    expect(await screen.findByRole("button", { name: button })).toBeTruthy();
    const other = button === "Subscribe" ? "Generate Prediction" : "Subscribe";
    expect(screen.queryByRole("button", { name: other })).toBeNull();
  });

  it("replaces the last result while the next prediction is generated", async () => {
    subscriberHome();
    answerPost("/api/new-prediction", aPrediction());
    const { user } = renderApp("/");
    const button = await screen.findByRole("button", { name: "Generate Prediction" });
    for (const name of ["NBA", "Insane"]) await user.click(screen.getByRole("radio", { name }));
    await user.click(button);
    expect(await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeTruthy();
    const next = holdBack("/api/new-prediction", aPrediction());
    await user.click(await screen.findByRole("button", { name: "Generate Prediction" }));
    const busy = await screen.findByRole("button", { name: "Processing..." });
    expect(busy.hasAttribute("disabled")).toBe(true);
    expect(screen.getByRole("heading", { name: "Generating..." })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeNull();
    next.respond();
    expect(await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeTruthy();
  });

  it("offers no analysis of a prediction without reasoning", async () => {
    subscriberHome();
    answerPost("/api/new-prediction", aPrediction({ reasoning: "" }));
    const { user } = renderApp("/");
    const button = await screen.findByRole("button", { name: "Generate Prediction" });
    for (const name of ["NBA", "Insane"]) await user.click(screen.getByRole("radio", { name }));
    await user.click(button);
    expect(await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show Statistical Analysis" })).toBeNull();
  });

  it("offers six quick amounts and starts with a stake of 100", async () => {
    subscriberHome();
    renderApp("/");
    expect(await screen.findByRole<HTMLInputElement>("textbox")).toHaveProperty("value", "100");
    for (const name of ["10", "25", "50", "100", "500", "1000"])
      expect(screen.getByRole("button", { name })).toBeTruthy();
  });
});

describe("the subscriptions of the dashboard", () => {
  it("have six columns and a filter for each status", async () => {
    signedIn(anAdmin());
    answerGet("/api/admin/users/subscriptions", [anAdminUser]);
    renderApp("/admin?tab=subscriptions");
    const table = within(await screen.findByRole("table"));
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Username",
      "Email",
      "Status",
      "Tier",
      "End Date",
      "Actions",
    ]);
    const filter = screen.getByRole<HTMLSelectElement>("combobox");
    expect([...filter.options].map(({ text }) => text)).toEqual([
      "All Statuses",
      "active",
      "canceled",
      "past_due",
      "No Status",
    ]);
    expect(screen.getByText("1 users found")).toBeTruthy();
  });
});
