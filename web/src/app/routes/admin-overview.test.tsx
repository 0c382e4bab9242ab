import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import { aPerformance } from "#/testing/performance.ts";
import { anOverview } from "#/testing/rows.ts";
import { anAdmin, answerGet, holdBack, refusal, signedIn } from "#/testing/server.ts";

beforeEach(() => signedIn(anAdmin()));

describe("the overview tab", () => {
  it("is the first tab and shows revenue, access, payments, webhooks and the calibration", async () => {
    answerGet("/api/admin/overview", anOverview);
    answerGet("/api/admin/dead-letters", { deadLetters: [] });
    answerGet("/api/model-performance", aPerformance());
    renderApp("/admin?tab=overview");
    expect(await screen.findByText("$1,234.56")).toBeTruthy();
    for (const text of [
      "61 paying users; past due counts until access ends",
      "6.2%",
      "oldest waits 42 s",
      "$39.98 in the last 30 days",
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByRole("tab")[0]?.textContent).toBe("Overview");
    expect(await screen.findByText("Model calibration, last 4 weeks")).toBeTruthy();
    expect(await screen.findByText("No message waits for a replay.")).toBeTruthy();
  });

  it("puts what needs attention first and links each figure to its list", async () => {
    answerGet("/api/admin/overview", anOverview);
    answerGet("/api/admin/dead-letters", { deadLetters: [] });
    answerGet("/api/model-performance", aPerformance());
    answerGet("/api/admin/payments", { payments: [], nextCursor: null });
    const { user } = renderApp("/admin?tab=overview");
    await screen.findByRole("link", { name: "Failed payments" });
    const titles = screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
    expect(titles.slice(0, 2)).toEqual(["Needs attention", "Business"]);
    const addressOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(addressOf("Failed payments")).toBe("/admin?tab=payments&status=failed");
    expect(addressOf("Failed webhooks")).toBe("/admin?tab=webhooks&outcome=failed");
    expect(addressOf("Trials ending")).toBe("/admin?tab=subscriptions&status=active");
    expect(addressOf("Access now")).toBe("/admin?tab=subscriptions&status=active");
    await user.click(screen.getByRole("link", { name: "Open disputes" }));
    const status = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Status" });
    expect(status.value).toBe("disputed");
  });

  const calm = {
    ...anOverview,
    failedPayments: { payments: 0, cents: 0 },
    openDisputes: 0,
    webhooks: { waiting: 0, oldestSeconds: null, failed: 0 },
  };
  const aDeadLetter = {
    service: "admin",
    topic: "identity.users",
    waiting: 1,
    oldestAt: "2026-10-28T12:00:00Z",
    lastReason: "ZodError: username",
  };

  it("says in one line that nothing needs attention when all of its figures are zero", async () => {
    answerGet("/api/admin/overview", calm);
    answerGet("/api/admin/dead-letters", { deadLetters: [] });
    answerGet("/api/model-performance", aPerformance());
    renderApp("/admin?tab=overview");
    expect(await screen.findByText("Nothing needs attention.")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Failed payments" })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Dead letters" })).toBeNull();
  });

  it.each([
    ["a payment failed", { failedPayments: { payments: 1, cents: 1999 } }, []],
    ["a dispute is open", { openDisputes: 1 }, []],
    ["a webhook failed", { webhooks: { ...calm.webhooks, failed: 1 } }, []],
    ["a webhook waits", { webhooks: { ...calm.webhooks, waiting: 1, oldestSeconds: 3 } }, []],
    ["a message could not be handled", {}, [aDeadLetter]],
  ])("shows all figures of what needs attention when %s", async (_what, figures, deadLetters) => {
    answerGet("/api/admin/overview", { ...calm, ...figures });
    answerGet("/api/admin/dead-letters", { deadLetters });
    answerGet("/api/model-performance", aPerformance());
    renderApp("/admin?tab=overview");
    expect(await screen.findByRole("link", { name: "Failed payments" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Dead letters" })).toBeTruthy();
    expect(screen.queryByText("Nothing needs attention.")).toBeNull();
  });

  it("shows which service could not handle how many messages, and how to replay them", async () => {
    answerGet("/api/admin/overview", anOverview);
    answerGet("/api/model-performance", aPerformance());
    const letter = { ...aDeadLetter, waiting: 2 };
    const other = { ...letter, service: "billing", topic: "prediction.guardrails", waiting: 1 };
    answerGet("/api/admin/dead-letters", { deadLetters: [letter, other] });
    renderApp("/admin?tab=overview");
    expect(await screen.findByText("3 messages could not be handled")).toBeTruthy();
    const region = screen.getByRole("heading", { name: "Needs attention" }).closest("section");
    expect(region?.contains(screen.getByRole("heading", { name: "Dead letters" }))).toBe(true);
    const table = within(screen.getByRole("table", { name: "Dead letters" }));
    const row = within(table.getByRole("row", { name: /admin/ }));
    for (const text of ["identity.users", "2", "ZodError: username"])
      expect(row.getByText(text)).toBeTruthy();
    expect(screen.getByText("npm run dead-letters -- --replay")).toBeTruthy();
  });

  it("shows its parts at once, so that none moves another", async () => {
    answerGet("/api/admin/overview", anOverview);
    answerGet("/api/admin/dead-letters", { deadLetters: [] });
    const performance = holdBack("/api/model-performance", aPerformance());
    renderApp("/admin?tab=overview");
    await waitFor(() => expect(performance.count).toBe(1));
    expect(await screen.findByRole("heading", { name: "Business" })).toBeTruthy();
    expect(screen.queryByText("$1,234.56")).toBeNull();
    performance.respond();
    expect(await screen.findByText("$1,234.56")).toBeTruthy();
  });

  it("shows the rest when the figures of billing fail", async () => {
    answerGet("/api/admin/overview", refusal("Billing is down."), { status: 503 });
    answerGet("/api/admin/dead-letters", { deadLetters: [] });
    answerGet("/api/model-performance", aPerformance());
    renderApp("/admin?tab=overview");
    expect(await screen.findByText("Failed to fetch the overview: Billing is down.")).toBeTruthy();
    expect(await screen.findByText("Model calibration, last 4 weeks")).toBeTruthy();
  });
});
