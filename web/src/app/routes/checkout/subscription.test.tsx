import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { doubleClick, fill, renderApp } from "#/testing/render-app.tsx";
import * as calendar from "#/lib/calendar.ts";
import {
  answerGet,
  answerPost,
  aStatus,
  aUser,
  holdBack,
  noGuardrails,
  refusal,
  signedIn,
} from "#/testing/server.ts";

beforeEach(() => {
  signedIn(aUser());
  answerGet("/api/subscription/status", aStatus("none"));
  answerGet("/api/guardrails", noGuardrails);
  answerGet("/api/invoices", { invoices: [] });
});

const pay = { success: true, checkoutUrl: "https://pay.test/cs_1", sessionId: "cs_1" };

describe("verification", () => {
  const path = "/subscription/success?session_id=cs_1";

  it("verifies the checkout, then shows success and a link to the dashboard", async () => {
    const verifying = holdBack("/api/verify-subscription-status", {
      success: true,
      plan: "lifetime",
    });
    renderApp(path);
    expect(await screen.findByText("Verifying your subscription...")).toBeTruthy();
    verifying.respond();
    expect(await screen.findByRole("heading", { name: "Subscription Activated" })).toBeTruthy();
    expect(screen.getByText("$249.00")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to Dashboard" }).getAttribute("href")).toBe("/");
  });

  it("reports a verified checkout to the referral script in cents", async () => {
    const convert = vi.fn<(conversion: Record<string, unknown>) => void>();
    vi.stubGlobal("orblineReferral", { convert });
    answerGet("/api/verify-subscription-status", {
      success: true,
      plan: "annual",
      customerEmail: "maria@example.com",
      userId: "u1",
    });
    renderApp(path);
    await screen.findByRole("heading", { name: "Subscription Activated" });
    expect(convert).toHaveBeenCalledOnce();
    expect(convert.mock.calls[0]?.[0]).toMatchObject({
      email: "maria@example.com",
      amount: 21589,
      currency: "USD",
      externalId: "u1",
      metadata: { plan: "annual", source: "subscription_success" },
    });
    renderApp(path);
    await waitFor(() =>
      expect(screen.getAllByRole("heading", { name: "Subscription Activated" })).toHaveLength(2),
    );
    expect(convert, "a reload reports nothing").toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it.each([
    { plan: "trial", subscriptionTier: "premium_trial" },
    { subscriptionTier: "premium_trial" },
  ])("reports the conversion of the trial %o with 1999 cents", async (bought) => {
    const convert = vi.fn<(conversion: Record<string, unknown>) => void>();
    vi.stubGlobal("orblineReferral", { convert });
    const customerEmail = "maria@example.com";
    answerGet("/api/verify-subscription-status", { success: true, customerEmail, ...bought });
    renderApp(path);
    await screen.findByRole("heading", { name: "Subscription Activated" });
    expect(convert.mock.calls[0]?.[0]).toMatchObject({ amount: 1999 });
    vi.unstubAllGlobals();
  });

  it("shows that nothing was paid today for a trial", async () => {
    answerGet("/api/verify-subscription-status", { success: true, plan: "trial" });
    renderApp(path);
    expect(await screen.findByText("$0.00")).toBeTruthy();
  });

  it("shows a new trial's first charge and saves a calendar reminder of it", async () => {
    const saved = vi.spyOn(calendar, "saveReminder").mockImplementation(() => undefined);
    const customerEmail = "maria@example.com";
    answerGet("/api/verify-subscription-status", { success: true, plan: "trial", customerEmail });
    const { user } = renderApp(path);
    expect(await screen.findByText(/^To pay nothing, cancel before .+ [A-Z]+\.$/)).toBeTruthy();
    expect(screen.getAllByText(/\$19\.99/), "the first charge and the renewal").toHaveLength(2);
    expect(screen.getByText("We've emailed these dates to maria@example.com.")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Your plan: Free trial" })).toBeTruthy();
    expect(document.title).toBe("Trial started · Orbline");
    await user.click(screen.getByRole("button", { name: "Remind me one day before" }));
    const dueInMs = (saved.mock.calls[0]?.[0].start.getTime() ?? 0) - Date.now();
    expect(Math.round(dueInMs / 3_600_000)).toBe(24);
  });

  it("names the paid plan, its charges and the address of the receipt", async () => {
    const customerEmail = "maria@example.com";
    answerGet("/api/verify-subscription-status", { success: true, plan: "annual", customerEmail });
    renderApp(path);
    expect(await screen.findByRole("heading", { name: "Your plan: Annual" })).toBeTruthy();
    expect(screen.getAllByText("$215.89"), "today's charge and the renewal").toHaveLength(2);
    expect(screen.getByText("Your receipt goes to maria@example.com.")).toBeTruthy();
  });

  it("leads to the monthly plan when the card has had its trial, because a retry cannot work", async () => {
    const error = "This card or account has already had a free trial. Nothing was charged;";
    answerGet("/api/verify-subscription-status", { success: false, trialUsed: true, error });
    renderApp(path);
    expect(await screen.findByText(error)).toBeTruthy();
    const link = screen.getByRole("link", { name: "Choose the monthly plan" });
    expect(link.getAttribute("href")).toBe("/subscription");
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
    expect(screen.queryByText(/An error has occurred|We couldn't verify/)).toBeNull();
  });

  it("shows a payment without access as incomplete and reloads with Try Again", async () => {
    answerGet("/api/verify-subscription-status", { success: false });
    const app = renderApp(path);
    expect(
      await screen.findByText("An error has occurred. Please email support for support"),
    ).toBeTruthy();
    expect(
      await screen.findByText(
        "Your payment was successful, but we're still processing your account. Please try refreshing in a moment.",
      ),
    ).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(app.reloaded).toHaveBeenCalledOnce();
  });

  it("shows the reason of a refusal and does not claim a payment", async () => {
    answerGet("/api/verify-subscription-status", {
      success: false,
      error: "This checkout session is not known.",
    });
    renderApp(path);
    expect(await screen.findByText("This checkout session is not known.")).toBeTruthy();
    expect(
      await screen.findByText(
        "We couldn't verify your subscription status. Please contact support if this persists.",
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/Your payment was successful/)).toBeNull();
  });

  it("shows that the status could not be verified when the call fails", async () => {
    answerGet("/api/verify-subscription-status", refusal("down"), { status: 503 });
    renderApp(path);
    expect(
      await screen.findByText(
        "We couldn't verify your subscription status. Please contact support if this persists.",
      ),
    ).toBeTruthy();
  });

  it("sends nothing without a session id", async () => {
    renderApp("/subscription/success");
    expect(await screen.findByText("No session ID found in URL")).toBeTruthy();
  });
});

it("shows once that the details could not be retrieved", async () => {
  answerGet("/api/subscription-details", {
    success: false,
    message: "Failed to retrieve subscription details",
  });
  renderApp("/subscription-success?session_id=cs_nope");
  expect(await screen.findAllByText("Failed to retrieve subscription details")).toHaveLength(1);
});

const orderLabel = /^(Start free trial|Subscribe)$/;

const isForUser = () => screen.findByRole("button", { name: orderLabel });

describe("the premium package", () => {
  const renewing = {
    ...aStatus("active"),
    plan: "monthly",
    periodEnd: "2026-12-23T09:43:00Z",
  };

  it.each([
    ["renews", renewing, "Monthly", "You'll pay $19.99 on Dec 23, 2026"],
    [
      "ends",
      { ...renewing, cancelAtPeriodEnd: true },
      "Monthly",
      "Canceled. You keep access until",
    ],
    [
      "is in its trial",
      { ...renewing, status: "trialing", plan: "trial" },
      "Free trial",
      "Your trial ends on",
    ],
    [
      "stays",
      { ...renewing, plan: "lifetime", periodEnd: null },
      "Lifetime",
      "Paid once. Your access never ends",
    ],
  ])("shows a subscriber the plan that %s instead of a sale", async (_, status, name, text) => {
    answerGet("/api/subscription/status", status);
    renderApp("/subscription");
    expect(await screen.findByRole("heading", { name })).toBeTruthy();
    expect(screen.getByText(new RegExp(`^${RegExp.escape(text)}`))).toBeTruthy();
    expect(screen.getByRole("link", { name: "your account" }).getAttribute("href")).toBe(
      "/account",
    );
    expect(screen.queryByRole("button", { name: orderLabel })).toBeNull();
    expect(screen.queryByText("$19.99/month")).toBeNull();
    expect(screen.queryByRole("heading", { name: "What you pay in total" })).toBeNull();
    expect(screen.getByRole("heading", { name: "In every plan" })).toBeTruthy();
  });

  it("cancels a plan where it is shown", async () => {
    answerGet("/api/subscription/status", renewing);
    const sent = answerPost("/api/subscription/cancel", { ...renewing, cancelAtPeriodEnd: true });
    const { user } = renderApp("/subscription");
    await screen.findByRole("button", { name: "Change to annual" });
    await user.click(screen.getByRole("button", { name: "Cancel plan" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel your plan" }));
    await user.click(dialog.getByRole("button", { name: "Cancel plan" }));
    expect(await screen.findByText("Won't renew")).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it.each(["/api/user", "/api/subscription/status", "/api/guardrails"])(
    "shows a signed-in browser no order that a plan could replace while %s loads",
    async (path) => {
      holdBack(path);
      renderApp("/subscription");
      await screen.findByRole("heading", { name: "Premium Package" });
      await screen.findByText("Loading...");
      expect(screen.queryByRole("radio")).toBeNull();
      expect(screen.queryByRole("heading", { name: "Your order" })).toBeNull();
    },
  );

  it.each(["/subscribe", "/space-fix-checkout"])(
    "shows a subscriber the plan instead of an order on %s",
    async (path) => {
      answerGet("/api/subscription/status", renewing);
      renderApp(path);
      expect(await screen.findByText("You already have an active subscription")).toBeTruthy();
      expect(await screen.findByRole("button", { name: "Cancel plan" })).toBeTruthy();
      expect(screen.queryByText("Due today")).toBeNull();
    },
  );

  it.each(["/subscribe", "/space-fix-checkout"])(
    "tells a user on %s that access was granted",
    async (path) => {
      answerGet("/api/subscription/status", { ...aStatus("active"), plan: "manual" });
      renderApp(path);
      expect(await screen.findByText(/^You already have access/)).toBeTruthy();
    },
  );

  it("leads a user from the choice of integrated forms to the plans", async () => {
    renderApp("/integrated-checkout");
    expect(await screen.findByRole("heading", { name: "Premium Package" })).toBeTruthy();
  });

  it("offers a user who is excluded no plan to resume", async () => {
    answerGet("/api/subscription/status", { ...renewing, cancelAtPeriodEnd: true });
    const selfExcludedUntil = "2027-11-26T10:00:00Z";
    answerGet("/api/guardrails", { ...noGuardrails, selfExcludedUntil });
    renderApp("/subscription");
    expect(await screen.findByRole("button", { name: "Change card" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Resume plan" })).toBeNull());
  });

  it.each(["/subscription", "/subscribe", "/space-fix-checkout", "/subscription-info"])(
    "shows an excluded user the end of the self-exclusion instead of an order on %s",
    async (path) => {
      const selfExcludedUntil = "2027-11-26T10:00:00Z";
      answerGet("/api/guardrails", { ...noGuardrails, selfExcludedUntil });
      renderApp(path);
      expect(await screen.findByText("You've excluded yourself")).toBeTruthy();
      expect(screen.queryByRole("radio")).toBeNull();
      expect(screen.queryByText("Due today")).toBeNull();
      expect(screen.queryByText("In every plan")).toBeNull();
    },
  );

  it("still sells a plan to a user whose access was granted", async () => {
    answerGet("/api/subscription/status", { ...aStatus("active"), plan: "manual" });
    renderApp("/subscription");
    expect(await screen.findByText(/^You already have access/)).toBeTruthy();
    expect(await isForUser()).toBeTruthy();
  });

  it.each([
    ["?plan=trial", "Free trial"],
    ["?plan=annual", "Annual"],
    ["?plan=monthly", "Monthly"],
    ["?plan=unknown", "Free trial"],
    ["", "Free trial"],
  ])("chooses the plan of the address %s at first: %s", async (query, name) => {
    renderApp(`/subscription${query}`);
    await isForUser();
    const chosen = screen.getAllByRole<HTMLInputElement>("radio").filter(({ checked }) => checked);
    expect(chosen.map(({ value }) => value)).toHaveLength(1);
    expect(screen.getByRole("radio", { name: new RegExp(name) })).toBe(chosen[0]);
  });

  it("folds the plans that are not chosen, for phones", async () => {
    const { user } = renderApp("/subscription?plan=annual");
    await isForUser();
    const button = screen.getByRole("button", {
      name: "Other plans: free trial, monthly, lifetime",
    });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.click(screen.getByRole("radio", { name: /Monthly/ }));
    expect(screen.getByRole("button", { name: "Other plans: free trial, annual, lifetime" })).toBe(
      button,
    );
    expect(button.getAttribute("aria-expanded"), "stays open for the arrow keys").toBe("true");
  });

  it("has the trial itself, so its header offers only the login", async () => {
    signedIn(null);
    renderApp("/subscription?plan=trial");
    const header = within(await screen.findByRole("banner"));
    expect(await header.findByRole("link", { name: "Login" })).toBeTruthy();
    expect(header.queryByRole("link", { name: "Start free trial" })).toBeNull();
  });

  it("says from which month a plan costs less than the monthly one", async () => {
    renderApp("/subscription");
    const note = "Compared with monthly, annual costs less from month 11, lifetime from month 13.";
    expect(await screen.findByText(note)).toBeTruthy();
    const monthly = 19.99;
    expect(12 * monthly).toBeLessThan(249);
    expect(13 * monthly).toBeGreaterThan(249);
    expect(10 * monthly).toBeLessThan(215.89);
    expect(11 * monthly).toBeGreaterThan(215.89);
  });

  it("does not offer the trial to an account that has had it", async () => {
    answerGet("/api/subscription/status", { ...aStatus("canceled"), trialUsed: true });
    renderApp("/subscription?plan=trial");
    await isForUser();
    await waitFor(() => expect(screen.queryByRole("radio", { name: /Free trial/ })).toBeNull());
    expect(screen.getByRole("radio", { name: /Monthly/, checked: true })).toBeTruthy();
  });

  it("orders for the account's email after the consent and leaves for the provider", async () => {
    const sent = answerPost("/api/create-direct-checkout", pay);
    const app = renderApp("/subscription");
    await isForUser();
    await app.user.click(screen.getByRole("radio", { name: /Lifetime/ }));
    await app.user.click(screen.getByRole("button", { name: "Subscribe" }));
    expect(await screen.findByText("Please agree to the terms to continue.")).toBeTruthy();
    expect(sent).toEqual([]);
    await app.user.click(screen.getByRole("checkbox"));
    await app.user.click(screen.getByRole("button", { name: "Subscribe" }));
    await waitFor(() => expect(app.left).toHaveBeenCalledWith("https://pay.test/cs_1"));
    expect(sent[0]).toMatchObject({
      plan: "lifetime",
      email: "maria@example.com",
      directCheckout: true,
    });
    expect(screen.getByRole("button", { name: "Processing..." })).toBeTruthy();
  });

  it("links to the account for a user who has a plan", async () => {
    answerGet("/api/subscription/status", aStatus("active"));
    renderApp("/subscription");
    const link = await screen.findByRole("link", { name: "your account" });
    expect(link.getAttribute("href")).toBe("/account");
  });

  it("asks a visitor for an email and shows that an account is needed", async () => {
    signedIn(null);
    answerPost("/api/create-direct-checkout", refusal("Please sign in."), { status: 401 });
    const { user } = renderApp("/subscription");
    await user.click(await screen.findByRole("button", { name: "Continue to Payment" }));
    expect(await screen.findByText("Please enter a valid email address")).toBeTruthy();
    await fill("Email", "maria@example.com");
    await user.click(screen.getByRole("checkbox"));
    await user.click(screen.getByRole("button", { name: "Continue to Payment" }));
    const link = await screen.findByRole("link", { name: "Sign In to Subscribe" });
    expect(link.getAttribute("href")).toBe("/auth?subscribe=true&plan=trial");
    expect(await screen.findByText("Checkout Error")).toBeTruthy();
  });

  it("starts the trial by a button that says so, and sells the other plans by Subscribe", async () => {
    const { user } = renderApp("/subscription");
    expect(await screen.findByRole("button", { name: "Start free trial" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Subscribe" })).toBeNull();
    await user.click(screen.getByRole("radio", { name: /Annual/ }));
    expect(screen.getByRole("button", { name: "Subscribe" })).toBeTruthy();
  });

  it("opens one checkout on a double click", async () => {
    const sent = answerPost("/api/create-direct-checkout", pay);
    const app = renderApp("/subscription");
    await isForUser();
    await app.user.click(screen.getByRole("checkbox"));
    await doubleClick(screen.getByRole("button", { name: "Start free trial" }));
    await waitFor(() => expect(app.left).toHaveBeenCalledOnce());
    expect(sent).toHaveLength(1);
  });

  it("keeps a subscriber on the page and shows that the plan is active", async () => {
    answerPost("/api/create-direct-checkout", { success: false, alreadySubscribed: true });
    const app = renderApp("/subscription");
    await isForUser();
    await app.user.click(screen.getByRole("checkbox"));
    await app.user.click(screen.getByRole("button", { name: "Start free trial" }));
    expect(await screen.findByText("Already Subscribed")).toBeTruthy();
    expect(screen.getByText("You already have an active subscription")).toBeTruthy();
    expect(app.left).not.toHaveBeenCalled();
    const button = await screen.findByRole("button", { name: "Start free trial" });
    expect(button.hasAttribute("disabled")).toBe(false);
  });
});

describe("the subscribe component", () => {
  it("requires an email with an at sign", async () => {
    signedIn(null);
    const { user } = renderApp("/subscribe");
    await fill("Email", "maria");
    await user.click(screen.getByRole("button", { name: "Subscribe" }));
    expect(await screen.findByText("Valid Email Required")).toBeTruthy();
  });

  it("stays busy until the provider's page opens", async () => {
    const requested = answerPost("/api/create-direct-checkout", pay);
    const app = renderApp("/subscribe");
    await app.user.click(await screen.findByRole("checkbox"));
    await doubleClick(screen.getByRole("button", { name: "Subscribe" }));
    await waitFor(() => expect(app.left).toHaveBeenCalledWith("https://pay.test/cs_1"));
    const busy = await screen.findByRole("button", { name: "Processing..." });
    expect(busy.hasAttribute("disabled")).toBe(true);
    expect(requested).toHaveLength(1);
  });

  it("offers the simplified checkout after the second failure", async () => {
    answerPost("/api/create-direct-checkout", refusal("down"), { status: 502 });
    const simple = answerPost("/api/simplified-checkout", pay);
    const app = renderApp("/subscribe");
    await app.user.click(await screen.findByRole("checkbox"));
    const subscribe = () => app.user.click(screen.getByRole("button", { name: "Subscribe" }));
    await subscribe();
    expect(
      await screen.findByText("Failed to create checkout session. Please try again."),
    ).toBeTruthy();
    expect(screen.queryByText("Checkout Issue Detected")).toBeNull();
    await screen.findByRole("button", { name: "Subscribe" });
    await subscribe();
    await app.user.click(await screen.findByRole("button", { name: "Use Simplified Checkout" }));
    await waitFor(() => expect(app.left).toHaveBeenCalledWith("https://pay.test/cs_1"));
    expect(simple[0]).toMatchObject({ plan: "monthly", email: "maria@example.com" });
    expect(await screen.findByText("Simplified Checkout Started")).toBeTruthy();
  });
});

it("offers on /subscription-info no trial to an account that has had one", async () => {
  answerGet("/api/subscription/status", aStatus("canceled"));
  renderApp("/subscription-info");
  expect(await screen.findByText("Multiple risk level options")).toBeTruthy();
  expect(screen.queryByText("Your free trial is waiting")).toBeNull();
});

it("replaces the toast of a canceled payment with the toast of its error", async () => {
  renderApp("/subscription-canceled?error=card_declined");
  expect(await screen.findByText("Error Processing Payment")).toBeTruthy();
});

it.each([
  "/subscribe",
  "/space-fix-checkout",
  "/production-signup",
  "/integrated-monthly-checkout",
  "/integrated-annual-checkout",
])("shows today's charge and the next one beside the pay button on %s", async (path) => {
  signedIn(null);
  renderApp(path);
  expect(await screen.findByText("Due today")).toBeTruthy();
  expect(await screen.findByText(/^Next charge, \w+ \d+, \d{4}$/)).toBeTruthy();
});
