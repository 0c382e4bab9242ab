import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { utcMinute } from "#/lib/format.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { anAdmin, answerGet, aUser, refusal, server, signedIn } from "#/testing/server.ts";

const plans = [
  { id: "monthly", priceCents: 1999, dueTodayCents: 1999, interval: "month", trialDays: 0 },
  { id: "annual", priceCents: 21_589, dueTodayCents: 21_589, interval: "year", trialDays: 0 },
  { id: "lifetime", priceCents: 24_900, dueTodayCents: 24_900, interval: "once", trialDays: 0 },
];
const aPrice = (plan: string, amountCents: number | null) => ({
  plan,
  priceId: amountCents === null ? null : `price_${plan}`,
  amountCents,
  currency: "usd",
  active: true,
});
const prices = [aPrice("monthly", 1999), aPrice("annual", 20_000), aPrice("lifetime", null)];

beforeEach(() => {
  signedIn(anAdmin());
  answerGet("/api/plans", { currency: "usd", plans });
  answerGet("/api/production-price-ids", { prices });
  answerGet("/api/stripe-diagnostic-pro", { reachable: true, mode: "sandbox" });
});

const pages = ["/test-checkout", "/price-override-test", "/price-test", "/stripe-diagnostic-pro"];

it.each(pages)("hides %s from everyone except admins", async (path) => {
  signedIn(aUser());
  renderApp(path);
  expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeTruthy();
});

it.each(pages)("denies %s to an admin whose name does not begin with admin_", async (path) => {
  signedIn(aUser({ role: "admin" }));
  renderApp(path);
  expect(await screen.findByRole("heading", { name: /^Access Denied/ })).toBeTruthy();
});

it("shows admins the four pages in the navigation", async () => {
  renderApp("/terms");
  for (const [name, href] of [
    ["Test Checkout", "/test-checkout"],
    ["Price Override", "/price-override-test"],
    ["Price Tester", "/price-test"],
    ["Diagnostic Pro", "/stripe-diagnostic-pro"],
  ] as const) {
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toBe(href);
  }
});

describe("the test checkout", () => {
  it("lists the cards of the test mode", async () => {
    renderApp("/test-checkout");
    expect(await screen.findByText("4242 4242 4242 4242")).toBeTruthy();
    expect(screen.getByText("asks to authenticate")).toBeTruthy();
  });

  it("lists no cards in live mode", async () => {
    answerGet("/api/stripe-diagnostic-pro", { reachable: true, mode: "live" });
    renderApp("/test-checkout");
    await screen.findByRole("button", { name: "Subscribe" });
    expect(screen.queryByText("4242 4242 4242 4242")).toBeNull();
  });
});

it("shows the catalog's prices beside the provider's and names differences", async () => {
  renderApp("/price-override-test");
  const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));
  expect((await row(/^Monthly/)).getByText("matches")).toBeTruthy();
  const annual = await row(/^Annual/);
  expect(annual.getByText("$215.89")).toBeTruthy();
  expect(annual.getByText("$200.00")).toBeTruthy();
  expect(annual.getByText("differs")).toBeTruthy();
  expect((await row(/^Lifetime/)).getByText("missing")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("2 prices do not match.");
});

describe("the price tester", () => {
  const checked = prices.map((price) => ({ ...price, matches: price.plan === "monthly" }));

  it("counts the wrong prices and checks again on demand", async () => {
    answerGet("/api/verify-price-ids", { valid: false, prices: checked });
    const { user } = renderApp("/price-test");
    expect(await screen.findByText("2 prices do not match.")).toBeTruthy();
    const right = [{ ...aPrice("monthly", 1999), matches: true }];
    answerGet("/api/verify-price-ids", { valid: true, prices: right });
    await user.click(screen.getByRole("button", { name: "Run again" }));
    expect(await screen.findByText("Every price matches the catalog.")).toBeTruthy();
  });

  it("shows the request id when the check fails", async () => {
    answerGet("/api/verify-price-ids", refusal("down"), { status: 503 });
    renderApp("/price-test");
    expect(await screen.findByRole("heading", { name: "The diagnosis did not load" })).toBeTruthy();
    expect(screen.getByText("req-7f3a")).toBeTruthy();
  });
});

it("shows whether the provider responds, its mode and the state of its webhooks", async () => {
  const receivedAt = new Date(Date.now() - 10 * 60_000).toISOString();
  const aWebhook = (id: string) => ({
    id,
    type: "invoice.paid",
    objectId: null,
    receivedAt,
    attempts: 1,
    outcome: "done",
    reason: null,
    finishedAt: null,
    nextAttemptAt: null,
    lastError: null,
  });
  server.use(
    http.get("*/api/admin/webhooks", ({ request }) => {
      const outcome = new URL(request.url).searchParams.get("outcome");
      const webhooks = outcome === "failed" ? [] : [aWebhook("evt_1")];
      return HttpResponse.json({ webhooks, nextCursor: outcome === "open" ? "more" : null });
    }),
  );
  renderApp("/stripe-diagnostic-pro");
  expect(await screen.findByText("online")).toBeTruthy();
  expect(screen.getByText("sandbox")).toBeTruthy();
  expect(await screen.findByText("10 min ago")).toBeTruthy();
  expect(screen.getByText(`(${utcMinute(receivedAt)})`)).toBeTruthy();
  expect(await screen.findByText("1 or more")).toBeTruthy();
  expect(await screen.findByText("0")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe(
    "The provider responds and no webhook has failed.",
  );
});

it("says first that something needs the admin when the provider does not respond", async () => {
  answerGet("/api/stripe-diagnostic-pro", { reachable: false, mode: "sandbox" });
  answerGet("/api/admin/webhooks", { webhooks: [], nextCursor: null });
  renderApp("/stripe-diagnostic-pro");
  expect(await screen.findByText("unreachable")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("Something needs you: see below.");
});
