import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { fill, renderApp } from "#/testing/render-app.tsx";
import { aRevenue, anOverview } from "#/testing/rows.ts";
import { anAdmin, answerGet, answerPost, refusal, server, signedIn } from "#/testing/server.ts";

beforeEach(() => signedIn(anAdmin()));

const dialog = async () => within(await screen.findByRole("alertdialog"));

describe("the database tab", () => {
  const users = {
    table: "users",
    columns: ["id", "username", "password", "phone"],
    rows: [{ id: "u1", username: "maria_k", password: "secret", phone: null }],
    total: 12,
    nextCursor: null,
  };

  it("shows columns and rows of a table with masked passwords and nulls", async () => {
    answerGet("/api/admin/table/users", users);
    renderApp("/admin?tab=database");
    const table = within(await screen.findByRole("table", { name: "users" }));
    const heads = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(heads).toEqual(["id", "username", "password", "phone"]);
    expect(table.getByText("null")).toBeTruthy();
    expect(table.getByText("\u2022".repeat(8))).toBeTruthy();
    expect(table.queryByText("secret")).toBeNull();
    expect(screen.getByText("12 rows")).toBeTruthy();
  });

  it("filters the loaded rows by what their cells show", async () => {
    const rows = [users.rows[0]!, { id: "u2", username: "Thegoalie", password: "x", phone: "555" }];
    answerGet("/api/admin/table/users", { ...users, rows });
    renderApp("/admin?tab=database");
    await screen.findByText("maria_k");
    await fill("Filter loaded rows", " GOALIE");
    await waitFor(() => expect(screen.queryByText("maria_k")).toBeNull());
    expect(screen.getByText("Thegoalie")).toBeTruthy();
    // The hidden password of a row does not match.
    await fill("Filter loaded rows", "secret");
    expect(await screen.findByRole("heading", { name: "No loaded row matches" })).toBeTruthy();
  });

  it("offers the five tables and shows that a table is empty", async () => {
    answerGet("/api/admin/table/users", users);
    answerGet("/api/admin/table/waitlist_entries", {
      ...users,
      table: "waitlist_entries",
      rows: [],
      total: 0,
    });
    const { user, address } = renderApp("/admin?tab=subscriptions");
    answerGet("/api/admin/users/subscriptions", []);
    await user.click(await screen.findByRole("tab", { name: "Database" }));
    const picker = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Table" });
    expect([...picker.options].map(({ value }) => value)).toEqual([
      "users",
      "waitlist_entries",
      "user_betting_profiles",
      "user_bet_history",
      "ml_model_performance",
    ]);
    await user.selectOptions(picker, "waitlist_entries");
    expect(await screen.findByRole("heading", { name: "No data available" })).toBeTruthy();
    expect(address()).toBe("/admin?tab=database&table=waitlist_entries");
  });

  it("names the table that failed to load and the server's reason", async () => {
    answerGet("/api/admin/table/users", refusal("Identity is down."), { status: 503 });
    const { user } = renderApp("/admin?tab=database");
    expect(await screen.findByText("Failed to fetch users data: Identity is down.")).toBeTruthy();
    answerGet("/api/admin/table/users", users);
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("maria_k")).toBeTruthy();
  });

  it("loads more rows with the cursor", async () => {
    const requested: string[] = [];
    server.use(
      http.get("*/api/admin/table/users", ({ request }) => {
        requested.push(new URL(request.url).search);
        const rows = [{ id: `u${requested.length}`, username: `user_${requested.length}` }];
        return HttpResponse.json({
          ...users,
          rows,
          nextCursor: requested.length === 1 ? "c1" : null,
        });
      }),
    );
    const { user } = renderApp("/admin?tab=database");
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    expect(await screen.findByText("user_2")).toBeTruthy();
    expect(requested).toEqual(["", "?cursor=c1"]);
  });
});

describe("payments", () => {
  const payment = {
    id: "pay_1",
    userId: "u1",
    username: "maria_k",
    plan: "monthly",
    status: "succeeded",
    amountCents: 1999,
    refundedCents: 500,
    currency: "usd",
    createdAt: "2026-11-20T14:02:00Z",
    paidAt: "2026-11-20T14:03:00Z",
    failedAttempts: 0,
    affiliateCode: null,
  };

  const open = async () => {
    answerGet("/api/admin/payments", { payments: [payment], nextCursor: null });
    const app = renderApp("/admin?tab=payments");
    await app.user.click(await screen.findByRole("button", { name: "Refund pay_1" }));
    return { ...app, question: await dialog() };
  };

  it("refuses a refund without a reason or above the remaining amount", async () => {
    const sent = answerPost("/api/admin/payments/pay_1/refund", { payment });
    const { user, question } = await open();
    expect(screen.getByText(/^Refund up to \$14\.99 to /)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Refund" }));
    expect(await question.findByText("Please give a reason.")).toBeTruthy();
    await fill("Reason", "Charged by mistake");
    await fill("Amount in dollars", "15");
    await user.click(question.getByRole("button", { name: "Refund" }));
    expect(await question.findByText("Please enter an amount from $0.01 to $14.99.")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("sends a partial refund in cents and names amount and user in the toast", async () => {
    const sent = answerPost("/api/admin/payments/pay_1/refund", { payment });
    const { user, question } = await open();
    await fill("Reason", "Charged by mistake");
    await fill("Amount in dollars", "4.50");
    await user.click(question.getByRole("button", { name: "Refund" }));
    expect(await screen.findByText("$4.50 refunded to maria_k")).toBeTruthy();
    expect(sent).toMatchObject([{ reason: "Charged by mistake", amountCents: 450 }]);
    expect(sent[0]?.["commandId"]).toMatch(/^[a-f0-9-]{36}$/);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("sends a refund of the remaining amount without an amount", async () => {
    const sent = answerPost("/api/admin/payments/pay_1/refund", { payment });
    const { user, question } = await open();
    await fill("Reason", "Goodwill");
    await user.click(question.getByRole("button", { name: "Refund" }));
    expect(await screen.findByText("$14.99 refunded to maria_k")).toBeTruthy();
    expect(sent).toMatchObject([{ reason: "Goodwill" }]);
    expect(sent[0]).not.toHaveProperty("amountCents");
  });

  it("keeps the dialog open after a refused refund and sends the same command id again", async () => {
    const refused = refusal("Already refunded.");
    const sent = answerPost("/api/admin/payments/pay_1/refund", refused, { status: 409 });
    const { user, question } = await open();
    await fill("Reason", "Goodwill");
    await user.click(question.getByRole("button", { name: "Refund" }));
    expect(await screen.findByText("Failed to refund the payment: Already refunded.")).toBeTruthy();
    const again = within(screen.getByRole("alertdialog"));
    await user.click(again.getByRole("button", { name: "Refund" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
  });

  it("searches the payments of a user by the exact username, which the address keeps", async () => {
    const queries: (string | null)[] = [];
    server.use(
      http.get("*/api/admin/payments", ({ request }) => {
        queries.push(new URL(request.url).searchParams.get("username"));
        return HttpResponse.json({ payments: [payment], nextCursor: null });
      }),
    );
    const { user, address } = renderApp("/admin?tab=payments");
    await user.type(await screen.findByRole("searchbox", { name: "Exact username" }), "maria_k");
    await waitFor(() => expect(queries.at(-1)).toBe("maria_k"));
    await waitFor(() => expect(address()).toBe("/admin?tab=payments&q=maria_k"));
  });

  it("offers no refund for a refunded or failed payment", async () => {
    const payments = [
      { ...payment, status: "refunded", refundedCents: 1999 },
      { ...payment, id: "pay_2", status: "failed", username: null, userId: null },
    ];
    answerGet("/api/admin/payments", { payments, nextCursor: null });
    renderApp("/admin?tab=payments");
    expect(await screen.findByText("deleted account")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Refund / })).toBeNull();
  });
});

describe("webhooks", () => {
  const webhook = {
    id: "evt_1",
    type: "invoice.paid",
    objectId: "in_1",
    receivedAt: "2026-11-20T14:02:00Z",
    attempts: 3,
    outcome: "failed",
    reason: null,
    finishedAt: null,
    nextAttemptAt: null,
    lastError: "The provider did not answer.",
  };

  it("replays a webhook with a reason", async () => {
    answerGet("/api/admin/webhooks", { webhooks: [webhook], nextCursor: null });
    const sent = answerPost("/api/admin/webhooks/evt_1/replay", { webhook });
    const { user } = renderApp("/admin?tab=webhooks");
    expect(await screen.findByText("The provider did not answer.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Replay evt_1" }));
    const question = await dialog();
    await user.click(question.getByRole("button", { name: "Replay" }));
    expect(await question.findByText("Please give a reason.")).toBeTruthy();
    await fill("Reason", "Provider is back");
    await user.click(question.getByRole("button", { name: "Replay" }));
    expect(await screen.findByText("Webhook evt_1 will be processed again")).toBeTruthy();
    expect(sent).toEqual([{ reason: "Provider is back" }]);
  });

  it("shows when the next attempt of a webhook is due", async () => {
    const open = { ...webhook, outcome: "open", nextAttemptAt: "2026-11-20T14:07:00Z" };
    answerGet("/api/admin/webhooks", { webhooks: [open], nextCursor: null });
    renderApp("/admin?tab=webhooks");
    expect((await screen.findAllByText("2026-11-20 14:07 UTC")).length).toBeGreaterThan(0);
    expect(screen.getAllByText("Next attempt").length).toBeGreaterThan(0);
  });

  it("filters the webhooks by outcome and shows when none matches", async () => {
    const requested: string[] = [];
    server.use(
      http.get("*/api/admin/webhooks", ({ request }) => {
        requested.push(new URL(request.url).search);
        return HttpResponse.json({ webhooks: [], nextCursor: null });
      }),
    );
    const { user } = renderApp("/admin?tab=webhooks");
    expect(await screen.findByRole("heading", { name: "No webhooks" })).toBeTruthy();
    await user.selectOptions(screen.getByRole("combobox", { name: "Outcome" }), "failed");
    await waitFor(() => expect(requested.at(-1)).toBe("?outcome=failed"));
  });

  it("hides ignored webhooks until all are chosen, which the address keeps", async () => {
    const ignored = { ...webhook, id: "evt_2", outcome: "ignored", reason: "type-not-handled" };
    answerGet("/api/admin/webhooks", { webhooks: [webhook, ignored], nextCursor: null });
    const { user, address } = renderApp("/admin?tab=webhooks");
    expect(await screen.findByText("evt_1")).toBeTruthy();
    expect(screen.queryByText("evt_2")).toBeNull();
    await user.click(screen.getByRole("link", { name: "Show all" }));
    expect(await screen.findByText("evt_2")).toBeTruthy();
    expect(address()).toBe("/admin?tab=webhooks&outcome=all");
    expect(screen.queryByRole("link", { name: "Show all" })).toBeNull();
  });

  it("says that only ignored webhooks are on the first page while there are more", async () => {
    const ignored = { ...webhook, outcome: "ignored", reason: "type-not-handled" };
    answerGet("/api/admin/webhooks", { webhooks: [ignored], nextCursor: "next" });
    renderApp("/admin?tab=webhooks");
    expect(await screen.findByText("Only ignored events so far")).toBeTruthy();
    expect(screen.queryByText("No webhooks")).toBeNull();
  });

  it("finds a webhook by its id and shows why it was ignored", async () => {
    const reason = "type-not-handled";
    const ignored = { ...webhook, id: "evt_2", outcome: "ignored", reason };
    server.use(
      http.get("*/api/admin/webhooks", ({ request }) => {
        const id = new URL(request.url).searchParams.get("id");
        const webhooks = id === "evt_2" ? [{ ...ignored, lastError: null }] : [webhook];
        return HttpResponse.json({ webhooks, nextCursor: null });
      }),
    );
    const { user } = renderApp("/admin?tab=webhooks");
    expect(await screen.findByText("evt_1")).toBeTruthy();
    await user.type(screen.getByRole("searchbox", { name: "Event id" }), " evt_2 ");
    expect((await screen.findByText("Type not handled")).title).toBe(reason);
    expect(screen.queryByText("evt_1")).toBeNull();
  });
});

describe("revenue and audit", () => {
  it("shows paid, refunded and net revenue by month and plan and the ended trials that paid", async () => {
    answerGet("/api/admin/revenue", aRevenue);
    answerGet("/api/admin/overview", anOverview);
    renderApp("/admin?tab=revenue");
    expect(await screen.findByText("25.0%")).toBeTruthy();
    expect(await screen.findByText("$1,234.56")).toBeTruthy();
    expect(screen.getByText("Monthly revenue (MRR)")).toBeTruthy();
    expect(screen.getByText("after $5.00 of refunds and disputes")).toBeTruthy();
    expect(screen.getByText("Nov 2026: $34.98 net")).toBeTruthy();
    expect(screen.getByText("1 of 4 ended trials, 2 running")).toBeTruthy();
    expect(screen.getByRole("img", { name: /Net revenue of 1 months, \$34\.98/ })).toBeTruthy();
    const plans = within(screen.getByRole("table", { name: "By plan" }));
    expect(plans.getByRole("row", { name: /^Premium monthly/ })).toBeTruthy();
    expect(plans.getByText("$34.98")).toBeTruthy();
    expect(screen.getByText("1 first payment came from affiliates, $19.99 in all.")).toBeTruthy();
    const active = within(screen.getByRole("table", { name: "Access now" }));
    expect(active.getByRole("row", { name: /trial/ }).textContent).toBe("Premium trial3");
    expect(
      within(screen.getByRole("table", { name: "Net by month" })).getByText("Nov 2026"),
    ).toBeTruthy();
  });

  it("begins the chart at the first month with money and keeps all months in the table", async () => {
    const [november] = aRevenue.months;
    const none = { payments: 0, grossCents: 0, refundedCents: 0, netCents: 0, trialsStarted: 0 };
    const months = [
      { ...none, month: "2026-09" },
      { ...november!, month: "2026-10" },
      { ...none, month: "2026-11" },
    ];
    answerGet("/api/admin/revenue", { ...aRevenue, months });
    answerGet("/api/admin/overview", anOverview);
    renderApp("/admin?tab=revenue");
    expect(await screen.findByRole("img", { name: /Net revenue of 2 months/ })).toBeTruthy();
    expect(screen.queryByText("Sep 2026: $0.00 net")).toBeNull();
    expect(screen.getByText("Nov 2026: $0.00 net")).toBeTruthy();
    const table = within(screen.getByRole("table", { name: "Net by month" }));
    expect(table.getByText("Sep 2026")).toBeTruthy();
  });

  it("loads the revenue again after a failure", async () => {
    answerGet("/api/admin/revenue", refusal("down"), { status: 503 });
    renderApp("/admin?tab=revenue");
    expect(await screen.findByText("Failed to fetch revenue: down")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  });

  it("lists admin actions with actor, target and reason and opens each entry in full", async () => {
    const entry = {
      number: 7,
      at: "2026-11-20T14:02:00Z",
      actor: { id: "a1", username: "admin_ines" },
      action: "activate-subscription",
      target: { kind: "user", id: "u7", username: "thegoalie" },
      reason: "Prize",
      details: { durationDays: 30 },
      before: { status: "none", tier: "premium_trial" },
      after: { status: "active" },
      outcome: "done",
      error: null,
      hash: "abc123",
    };
    answerGet("/api/admin/audit", { entries: [entry], nextCursor: null });
    const { user } = renderApp("/admin?tab=audit");
    expect(await screen.findByText("Prize")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "View Details of entry 7" }));
    const opened = within(await screen.findByRole("dialog"));
    expect(opened.getByText("Activate subscription").title).toBe("activate-subscription");
    expect(opened.getByText("Premium trial")).toBeTruthy();
    expect(opened.getByText("durationDays")).toBeTruthy();
    expect(opened.getByText("abc123")).toBeTruthy();
    expect(opened.getByRole("heading", { name: "Before" })).toBeTruthy();
    expect(opened.getByRole("heading", { name: "After" })).toBeTruthy();
  });

  it("shows the facts of an audit entry with labels, amounts in dollars and times in UTC", async () => {
    const entry = {
      number: 8,
      at: "2026-11-20T14:02:00Z",
      actor: { id: "a1", username: "admin_ines" },
      action: "refund-payment",
      target: { kind: "payment", id: "p7", username: null },
      reason: "Asked for it",
      details: { amountCents: null },
      before: { amountCents: 1_999, refundedCents: 0, endDate: "2026-12-20T14:02:00.000Z" },
      after: { refundedCents: 1_999, endDate: null },
      outcome: "done",
      error: null,
      hash: "abc124",
    };
    answerGet("/api/admin/audit", { entries: [entry], nextCursor: null });
    const { user } = renderApp("/admin?tab=audit");
    await user.click(await screen.findByRole("button", { name: "View Details of entry 8" }));
    const text = (await screen.findByRole("dialog")).textContent;
    for (const fact of [
      "Amountall that is left",
      "Amount$19.99",
      "Refunded$0.00",
      "Refunded$19.99",
      "End date2026-12-20 14:02 UTC",
      "End date–",
    ])
      expect(text).toContain(fact);
    expect(text).not.toMatch(/null|Cents/);
  });
});

describe("the security tab", () => {
  it("lists security events and filters them by user, action and outcome", async () => {
    const queries: string[] = [];
    server.use(
      http.get("*/api/admin/security-events", ({ request }) => {
        queries.push(new URL(request.url).search);
        const event = {
          id: "e1",
          action: "sign-in",
          outcome: "refused",
          reason: "login.failed",
          device: "Firefox on Linux",
          count: 4,
          at: "2026-11-26T10:00:00.000Z",
          lastAt: "2026-11-26T10:05:00.000Z",
          network: "aB3dE6gH9jK2mN5p",
          userId: "u1",
          username: "maria_k",
        };
        return HttpResponse.json({ events: [event], nextCursor: null });
      }),
    );
    const { user } = renderApp("/admin?tab=security");
    const table = within(await screen.findByRole("table", { name: "Security" }));
    for (const text of ["maria_k", "Login failed", "2026-11-26 10:05 UTC", "4"])
      expect(table.getByText(text)).toBeTruthy();
    expect(table.getByText("Login failed").title).toBe("login.failed");
    await user.selectOptions(screen.getByRole("combobox", { name: "Outcome" }), "refused");
    await user.selectOptions(screen.getByRole("combobox", { name: "Action" }), "sign-in");
    await user.type(screen.getByRole("searchbox", { name: "Exact username" }), "maria_k");
    await waitFor(() => {
      const query = new URLSearchParams(queries.at(-1));
      expect([query.get("username"), query.get("action"), query.get("outcome")]).toEqual([
        "maria_k",
        "sign-in",
        "refused",
      ]);
    });
  });
});
