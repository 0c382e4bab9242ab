import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import { anInvoice } from "#/testing/rows.ts";
import {
  answerGet,
  answerPost,
  aStatus,
  aUser,
  refusal,
  server,
  signedIn,
} from "#/testing/server.ts";

const renewing = {
  ...aStatus("active"),
  plan: "monthly",
  periodEnd: "2026-12-21T09:43:00Z",
  accessUntil: "2026-12-22T09:43:00Z",
};

beforeEach(() => {
  signedIn(aUser());
  answerGet("/api/subscription/status", renewing);
  answerGet("/api/invoices", { invoices: [anInvoice] });
  answerGet("/api/sessions", { sessions: [] });
  answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
});

it("redirects a visitor to the sign-in page", async () => {
  signedIn(null);
  const app = renderApp("/account");
  await waitFor(() => expect(app.address()).toBe("/auth"));
});

it("gives phones a link to the plan in the menu, and marks only the account as the open page", async () => {
  const { user } = renderApp("/account");
  await user.click(await screen.findByRole("button", { name: "Open menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
  const plan = await menu.findByRole("link", { name: "Plan" });
  expect(plan.getAttribute("href")).toBe("/account#plan");
  expect(plan.getAttribute("aria-current")).toBe("false");
  expect(menu.getByRole("link", { name: "Account" }).getAttribute("aria-current")).toBe("page");
});

describe("the plan panel", () => {
  it("shows the next charge and its date", async () => {
    renderApp("/account");
    expect(await screen.findByRole("heading", { name: "Monthly" })).toBeTruthy();
    expect(screen.getByText(/^You'll pay \$19\.99 on Dec 21, 2026/)).toBeTruthy();
    expect(screen.getByText("Active")).toBeTruthy();
  });

  it("cancels in two clicks and shows the end of access before the second", async () => {
    const sent = answerPost("/api/subscription/cancel", { ...renewing, cancelAtPeriodEnd: true });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Cancel plan" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Cancel your plan" });
    expect(within(dialog).getByText(/^You keep access until Dec 21, 2026/)).toBeTruthy();
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Cancel plan" }));
    expect(await screen.findByText("Plan canceled")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Resume plan" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent).toEqual([{}]);
  });

  it("ends a plan at once whose last charge failed, so that the card is not tried again", async () => {
    const failed = { ...renewing, status: "past_due", graceUntil: "2026-11-24T12:00:00Z" };
    answerGet("/api/subscription/status", failed);
    answerPost("/api/subscription/cancel", { ...failed, status: "canceled", graceUntil: null });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Cancel plan" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Cancel your plan" });
    expect(
      within(dialog).getByText("Your plan ends now. You won't be charged again."),
    ).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Cancel plan" }));
    expect(await screen.findByText("Plan canceled")).toBeTruthy();
    expect(await screen.findByText("Your plan ends now. You won't be charged again.")).toBeTruthy();
  });

  it("ends a plan at once whose renewal is not charged yet", async () => {
    const recurring = {
      plan: "monthly" as const,
      periodEnd: "2026-12-21T12:00:00Z",
      cancelAtPeriodEnd: false,
      isUnpaid: true,
    };
    answerGet("/api/subscription/status", { ...renewing, recurring });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Cancel plan" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Cancel your plan" });
    expect(
      within(dialog).getByText("Your plan ends now. You won't be charged again."),
    ).toBeTruthy();
  });

  it("keeps the plan and shows a failure when canceling fails", async () => {
    answerPost("/api/subscription/cancel", refusal("The payment provider does not respond."), {
      status: 503,
    });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Cancel plan" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Cancel plan" }));
    expect(await screen.findByText("Your plan was not canceled")).toBeTruthy();
    expect(screen.getByText("The payment provider does not respond.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resume plan" })).toBeNull();
  });

  it("resumes a canceled plan", async () => {
    answerGet("/api/subscription/status", { ...renewing, cancelAtPeriodEnd: true });
    answerPost("/api/subscription/resume", renewing);
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Resume plan" }));
    expect(await screen.findByText("Plan resumed")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Cancel plan" })).toBeTruthy();
  });

  it("opens the provider's page to change the card", async () => {
    answerPost("/api/billing-portal", { url: "https://pay.test/portal" });
    const app = renderApp("/account");
    await app.user.click(await screen.findByRole("button", { name: "Change card" }));
    await waitFor(() => expect(app.left).toHaveBeenCalledWith("https://pay.test/portal"));
  });

  const preview = {
    currentPlan: "monthly",
    plan: "annual",
    currency: "usd",
    dueNowCents: 19_590,
    creditCents: 1_999,
    creditLeftCents: 0,
    renewalCents: 21_589,
    renewsAt: "2027-11-21T09:43:00Z",
    prorationAt: "2026-11-21T09:43:00Z",
  };

  it("changes the plan at the amounts of the preview", async () => {
    const requested = answerPost("/api/subscription/change/preview", preview);
    const sent = answerPost("/api/subscription/change", { ...renewing, plan: "annual" });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change to annual" }));
    const dialog = await screen.findByRole("dialog", { name: "Change to annual" });
    const confirm = await within(dialog).findByRole("button", { name: "Change and pay $195.90" });
    expect(await within(dialog).findByText("$19.99")).toBeTruthy();
    expect(within(dialog).getByText("$215.89")).toBeTruthy();
    await user.click(confirm);
    expect(await screen.findByText("Plan changed")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Annual" })).toBeTruthy();
    expect(requested).toEqual([{ plan: "annual" }]);
    expect(sent).toEqual([{ plan: "annual", prorationAt: preview.prorationAt }]);
  });

  it("calls the first charge of a trial a first charge, not a renewal", async () => {
    answerGet("/api/subscription/status", { ...renewing, status: "trialing", plan: "trial" });
    answerPost("/api/subscription/change/preview", { ...preview, dueNowCents: 0, creditCents: 0 });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change to annual" }));
    const dialog = await screen.findByRole("dialog", { name: "Change to annual" });
    expect(await within(dialog).findByText("First charge on")).toBeTruthy();
    expect(within(dialog).queryByText("Renews on")).toBeNull();
  });

  it("keeps the plan when the card is declined", async () => {
    answerPost("/api/subscription/change/preview", preview);
    answerPost("/api/subscription/change", refusal("Your card was declined."), { status: 409 });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change to annual" }));
    await user.click(await screen.findByRole("button", { name: "Change and pay $195.90" }));
    expect(await screen.findByText("Your plan was not changed")).toBeTruthy();
    expect(screen.getByText("Your card was declined.")).toBeTruthy();
  });

  it("disables the button when the preview of a change fails", async () => {
    answerPost("/api/subscription/change/preview", refusal("down"), { status: 503 });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change to annual" }));
    expect(
      await screen.findByRole("heading", { name: "Couldn't calculate the price" }),
    ).toBeTruthy();
    const confirm = screen.getByRole("button", { name: "Change plan" });
    expect(confirm.hasAttribute("disabled")).toBe(true);
  });

  it("loads the plan again after a failure", async () => {
    answerGet("/api/subscription/status", refusal("down"), { status: 503 });
    const { user } = renderApp("/account");
    expect(await screen.findByRole("heading", { name: "Your plan did not load" })).toBeTruthy();
    expect(screen.getByText("req-7f3a")).toBeTruthy();
    answerGet("/api/subscription/status", renewing);
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Monthly" })).toBeTruthy();
  });

  it("links to the plans when the user has none", async () => {
    answerGet("/api/subscription/status", aStatus("none"));
    renderApp("/account");
    const link = await screen.findByRole("link", { name: "See the Premium Package" });
    expect(link.getAttribute("href")).toBe("/subscription");
  });
});

describe("the invoices panel", () => {
  it("lists invoices with amount, status and receipt", async () => {
    renderApp("/account");
    const [link] = await screen.findAllByRole("link", { name: /^View invoice ORB-0001/ });
    expect(link?.getAttribute("href")).toBe("https://pay.test/in_1");
    expect(screen.getAllByText("paid").length).toBeGreaterThan(0);
  });

  it.each([
    ["open", "open", 1],
    ["draft", "draft", 0],
    ["uncollectible", "failed", 0],
  ] as const)(
    "shows of an invoice that is %s (%s) %i next attempts",
    async (status, text, count) => {
      const invoice = { ...anInvoice, status, nextAttemptAt: "2026-11-24T09:43:00Z" };
      answerGet("/api/invoices", { invoices: [invoice] });
      renderApp("/account");
      const [cell] = await screen.findAllByText(text);
      const row = cell?.parentElement ?? document.body;
      expect(within(row).queryAllByText(/next try/)).toHaveLength(count);
    },
  );

  it.each([
    [1999, "refunded", "refundedon Nov 24, 2026"],
    [500, "paid", "paid$5.00 refunded on Nov 24, 2026"],
    [0, "paid", "paid"],
  ])("shows of an invoice with %i refunded cents: %s", async (refundedCents, text, shown) => {
    const refundedAt = refundedCents > 0 ? "2026-11-24T09:43:00Z" : null;
    answerGet("/api/invoices", { invoices: [{ ...anInvoice, refundedCents, refundedAt }] });
    renderApp("/account");
    const [cell] = await screen.findAllByText(text);
    expect(cell?.parentElement?.textContent).toBe(shown);
  });

  it("shows that there are no invoices yet", async () => {
    answerGet("/api/invoices", { invoices: [] });
    renderApp("/account");
    expect(await screen.findByRole("heading", { name: "No invoices yet" })).toBeTruthy();
  });

  it("shows the plan when the invoices fail to load", async () => {
    server.use(
      http.get("*/api/invoices", () => HttpResponse.json(refusal("down"), { status: 503 })),
    );
    renderApp("/account");
    expect(await screen.findByRole("heading", { name: "Your invoices did not load" })).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Monthly" })).toBeTruthy();
  });
});

describe("the security activity", () => {
  const event = {
    id: "e1",
    action: "sign-in",
    outcome: "ok",
    reason: null,
    device: "Firefox on Linux",
    count: 1,
    at: "2026-11-26T10:00:00.000Z",
    lastAt: "2026-11-26T10:00:00.000Z",
    network: "aB3dE6gH9jK2mN5p",
  };

  it("loads when it is asked for, and shows refused sign-ins with their number", async () => {
    const refused = { ...event, id: "e2", outcome: "refused", reason: "login.failed", count: 3 };
    const calls = answerGet("/api/security-events", { events: [event, refused], nextCursor: null });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Show security activity" }));
    const list = within(await screen.findByRole("list", { name: "Security activity" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Signed in.*Firefox on Linux$/),
      expect.stringMatching(/^Sign-in refused.*Firefox on Linux, 3 timesrefused$/),
    ]);
    expect(calls.count).toBe(1);
    expect(document.activeElement).toBe(screen.getByRole("list", { name: "Security activity" }));
  });

  it("shows that it did not load, and loads again", async () => {
    answerGet("/api/security-events", refusal("down"), { status: 503 });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Show security activity" }));
    const title = "Your security activity did not load";
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    answerGet("/api/security-events", { events: [], nextCursor: null });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Nothing has happened yet.")).toBeTruthy();
  });
});
