import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aBet, aStored } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, answerPost, server, subscriberHome } from "#/testing/server.ts";

beforeEach(() => subscriberHome());

const lost = aBet(
  { id: "prd_2", riskLevel: "insane", settledAt: "2026-11-21T23:00:00Z" },
  {
    odds: 900,
    stake: 20,
    outcome: "lost",
    returned: 0,
    profit: -20,
    isLate: true,
    closingValue: null,
  },
);

describe("my bets", () => {
  it("lists what was really bet, with totals, each risk level and the profit after each bet", async () => {
    answerGet("/api/ledger", { bets: [lost, aBet()] });
    const { user, address } = renderApp("/history");
    await user.click(await screen.findByRole("tab", { name: "My bets" }));
    const table = within(await screen.findByRole("table", { name: "My bets" }));
    expect(address()).toBe("/history?view=bets");
    expect(table.getByText("+$60.00")).toBeTruthy();
    expect(screen.getByText(/^What you really bet/)).toBeTruthy();
    expect(screen.queryByText(/^Every prediction/)).toBeNull();
    const late = within(table.getByText("Recorded after the start").closest("tr")!);
    expect(late.queryByText(/^[+\u2212]\d+\.\d%$/), "no closing line value").toBeNull();
    expect(screen.getByText("$70.00 staked, $110.00 back")).toBeTruthy();
    expect(screen.getByText("mean of 1 bet")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Profit after each bet" })).toBeTruthy();
    const chart = screen.getByRole("img", {
      name: /^Profit of your 2 settled bets: \+\$40\.00\. By our estimates/,
    });
    expect(within(chart).getByText("Bet 1")).toBeTruthy();
    expect(within(chart).getByText("Bet 2")).toBeTruthy();
    await user.click(screen.getByText("View as table"));
    const twin = within(screen.getByRole("table", { name: "Profit after each bet" }));
    expect(twin.getByRole("row", { name: /^Bet 2: .+ \+\$40\.00/ })).toBeTruthy();
    const risks = within(screen.getByRole("table", { name: "By risk" }));
    expect(risks.getByRole("row", { name: /Insane 1 0 0 \$20\.00/ })).toBeTruthy();
  });

  it("counts a bet that returned the stake as settled, and in no share of wins", async () => {
    const returned = { outcome: "push", returned: 50, profit: 0 } as const;
    answerGet("/api/ledger", { bets: [lost, aBet(), aBet({ id: "prd_3" }, returned)] });
    renderApp("/history?view=bets");
    const figure = async (name: string) =>
      (await screen.findByText(name, { selector: "dt" })).parentElement?.textContent;
    expect(await figure("Settled")).toMatch(/^Settled31 returned the stake, 0 open/);
    expect(await figure("Won")).toBe("Won150.0%");
  });

  it("says the opponent, the line and the start of each bet", async () => {
    const [leg] = aBet().legs;
    answerGet("/api/ledger", {
      bets: [aBet({ legs: [{ ...leg!, betType: "Spread +3.5" }] })],
    });
    renderApp("/history?view=bets");
    const table = within(await screen.findByRole("table", { name: "My bets" }));
    expect(table.getByRole("link", { name: "BOS Celtics +3.5" })).toBeTruthy();
    expect(table.getByText("vs Utah Jazz")).toBeTruthy();
    expect(table.getByTitle("2026-11-20 19:00 UTC")).toBeTruthy();
    const listed = table.getByText(/recorded/);
    expect(within(listed).getByTitle(/^2026-11-20 11:00 UTC/)).toBeTruthy();
  });

  it("says what is at stake until a bet is settled, without figures that are still zero", async () => {
    const open = { outcome: "open", returned: 0, profit: 0, closingValue: null } as const;
    answerGet("/api/ledger", {
      bets: [aBet({ outcome: "open", settledAt: null }, { ...open, stake: 20 })],
    });
    renderApp("/history?view=bets");
    expect(await screen.findByText("1 open, $20.00 at stake.")).toBeTruthy();
    expect(screen.queryByText("Won", { selector: "dt" })).toBeNull();
    expect(screen.queryByText("$0.00", { exact: false })).toBeNull();
    expect(screen.queryByText(/^Closing line value/)).toBeNull();
  });

  it("explains the closing line value once a bet has one", async () => {
    answerGet("/api/ledger", { bets: [lost] });
    const { queries } = renderApp("/history?view=bets");
    expect(await screen.findByText("Won", { selector: "dt" })).toBeTruthy();
    expect(screen.queryByText(/^Closing line value \(CLV\)/)).toBeNull();
    answerGet("/api/ledger", { bets: [lost, aBet()] });
    await queries.invalidateQueries();
    expect(await screen.findByText(/^Closing line value \(CLV\)/)).toBeTruthy();
  });

  it("says how to record the first bet", async () => {
    answerGet("/api/ledger", { bets: [] });
    renderApp("/history?view=bets");
    expect(await screen.findByText("No bets recorded yet")).toBeTruthy();
  });

  it("records a bet on a prediction, corrects it and removes it", async () => {
    answerGet("/api/predictions/prd_1", aStored({ id: "prd_1" }));
    const recorded = { stake: 12.5, odds: 150, book: "Harbour", isLate: false };
    const sent = answerPost("/api/predictions/prd_1/bet", {
      ...recorded,
      recordedAt: "2026-11-20T11:00:00Z",
    });
    let removed = 0;
    server.use(
      http.delete("*/api/predictions/prd_1/bet", () => {
        removed += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderApp("/predictions/prd_1");
    await user.click(await screen.findByRole("button", { name: "I bet this" }));
    const stake = await screen.findByRole("textbox", { name: "Your stake in dollars" });
    expect(document.activeElement).toBe(stake);
    await user.clear(stake);
    const odds = screen.getByRole("textbox", { name: "Odds you got" });
    await user.clear(odds);
    await user.type(odds, "evens");
    const book = screen.getByRole("textbox", { name: "Sportsbook" });
    expect(book).toHaveProperty("value", "Northgate");
    await user.clear(book);
    await user.click(screen.getByRole("button", { name: "Save bet" }));
    expect(screen.getByText("Enter odds such as +150, 2.50 or 3/2.")).toBeTruthy();
    expect(screen.getByText("Enter the sportsbook.")).toBeTruthy();
    expect(sent).toEqual([]);

    await user.type(stake, "12,50");
    await user.clear(odds);
    await user.type(odds, "2.5");
    await user.type(book, " Harbour ");
    await user.click(screen.getByRole("button", { name: "Save bet" }));
    expect(await screen.findByText("You bet $12.50 at +150 with Harbour.")).toBeTruthy();
    expect(sent).toEqual([{ stake: 12.5, odds: 150, book: "Harbour" }]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change" }));

    await user.click(screen.getByRole("button", { name: "Change" }));
    expect(await screen.findByDisplayValue("12.5")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));
    const again = await screen.findByRole("button", { name: "I bet this" });
    expect(document.activeElement).toBe(again);
    expect(removed).toBe(1);
  });

  it("sums up the last week on the home page, and says what insane bets cost", async () => {
    answerGet("/api/ledger", { bets: [lost, aBet()] });
    renderApp("/");
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        "Last 7 days: 2 of your bets settled, +$40.00. Insane bets cost $20.00.",
      ),
    );
  });
});
