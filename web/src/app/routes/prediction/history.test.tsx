import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dayAndTime } from "#/lib/format.ts";
import { anEntry, aProfile, aStored } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { aHistory, answerGet, aUser, refusal, server, subscriberHome } from "#/testing/server.ts";

beforeEach(() => subscriberHome());

const totals = {
  settled: 2,
  won: 1,
  lost: 1,
  staked: 200,
  returned: 205,
  profit: 5,
  open: 1,
  atStake: 1234.5,
};
const lost = anEntry({
  id: "prd_2",
  outcome: "lost",
  returned: 0,
  profit: -100,
  settledAt: "2026-11-20T22:00:00Z",
  parlayOdds: -110,
});

const days = [
  { day: "2026-11-18", settled: 3, profit: 30 },
  { day: "2026-11-20", settled: 1, profit: -105 },
  { day: "2026-11-22", settled: 1, profit: 80 },
];

describe("my predictions", () => {
  it("lists each prediction with its result and the totals, open ones without a profit", async () => {
    const open = anEntry({ id: "prd_3", outcome: "open", profit: 0, settledAt: null });
    answerGet("/api/predictions", aHistory({ predictions: [open, anEntry(), lost], totals }));
    renderApp("/history");
    const table = within(await screen.findByRole("table", { name: "My predictions" }));
    expect(table.getByRole("columnheader", { name: "Suggested stake" })).toBeTruthy();
    expect(table.getByText("+$105.00")).toBeTruthy();
    expect(table.getByText("\u2212$100.00")).toBeTruthy();
    expect(table.getByText("odds minus 110")).toBeTruthy();
    expect(table.getByText("Open")).toBeTruthy();
    const [link] = table.getAllByRole("link", { name: "BOS Celtics" });
    expect(link?.getAttribute("href")).toBe("/predictions/prd_3");
    expect(screen.getByText("+2.5%")).toBeTruthy();
    expect(screen.getByText("$205.00 back from $200.00")).toBeTruthy();
    expect(screen.getByText("1 open, $1,234.50 suggested")).toBeTruthy();
    expect(screen.getByText("Simulated slate")).toBeTruthy();
  });

  it("groups predictions by the day they were made, because the list is in this order", async () => {
    const [leg] = anEntry().legs;
    const late = { ...leg!, startsAt: "2026-11-27T19:00:00Z" };
    const older = anEntry({ id: "prd_9", createdAt: "2026-11-19T10:00:00Z", legs: [late] });
    const predictions = [anEntry(), anEntry({ id: "prd_8" }), older];
    answerGet("/api/predictions", aHistory({ predictions, totals }));
    renderApp("/history");
    const table = within(await screen.findByRole("table", { name: "My predictions" }));
    const rows = table.getAllByRole("row").slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "Made Nov 20",
      expect.stringMatching(/^BOS Celtics .+Nov 20/),
      expect.stringMatching(/^BOS Celtics .+Nov 20/),
      "Made Nov 19",
      expect.stringMatching(/^BOS Celtics .+Nov 27/),
    ]);
  });

  it("counts the predictions that returned the stake, which were neither won nor lost", async () => {
    const all = { ...totals, settled: 3 };
    answerGet("/api/predictions", aHistory({ predictions: [anEntry()], totals: all }));
    renderApp("/history");
    expect(await screen.findByText("1 returned the stake")).toBeTruthy();
  });

  it("sums the suggested stakes before the first settlement", async () => {
    const open = anEntry({ outcome: "open", profit: 0, settledAt: null });
    const none = { settled: 0, won: 0, lost: 0, staked: 0, returned: 0, profit: 0 };
    answerGet(
      "/api/predictions",
      aHistory({ predictions: [open], totals: { ...none, open: 1, atStake: 100 } }),
    );
    renderApp("/history");
    expect(await screen.findByText("1 open, $100.00 suggested")).toBeTruthy();
  });

  it("shows the line, the opponent and the start of a single bet, and the first start of a parlay", async () => {
    const [leg] = anEntry().legs;
    const spread = { ...leg!, betType: "Spread \u22124.5" };
    const first = { ...leg!, startsAt: "2026-10-05T19:00:00Z" };
    answerGet(
      "/api/predictions",
      aHistory({
        predictions: [anEntry({ legs: [spread] }), anEntry({ id: "prd_2", legs: [leg!, first] })],
        totals,
      }),
    );
    renderApp("/history");
    const table = within(await screen.findByRole("table", { name: "My predictions" }));
    expect(table.getByRole("link", { name: "BOS Celtics \u22124.5" })).toBeTruthy();
    expect(table.getByText("vs Utah Jazz")).toBeTruthy();
    const parlay = within(table.getAllByRole("row")[3]!);
    expect(parlay.getByText("2 games")).toBeTruthy();
    expect(parlay.getByTitle("2026-10-05 19:00 UTC")).toBeTruthy();
  });

  it("marks a prediction with a leg that follows the market alone", async () => {
    const legs = lost.legs.map((leg) => ({ ...leg, marketOnly: true }));
    answerGet(
      "/api/predictions",
      aHistory({ predictions: [anEntry(), { ...lost, legs }], totals }),
    );
    renderApp("/history");
    const table = within(await screen.findByRole("table", { name: "My predictions" }));
    const rows = table.getAllByRole("rowheader").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "Made Nov 20",
      "BOS Celtics NBA · Moderate",
      expect.stringContaining("Market only"),
    ]);
  });

  it("shows the profit of all pages by day, as a chart and as a table", async () => {
    answerGet("/api/predictions", aHistory({ predictions: [anEntry()], totals }));
    answerGet("/api/predictions/series", { days: days.slice(1) });
    renderApp("/history");
    const name = "Profit by day if you had bet each of 2 settled suggestions; it ends at +$5.00.";
    const chart = within(await screen.findByRole("img", { name }));
    expect(chart.getByText("Nov 20")).toBeTruthy();
    const twin = within(
      await screen.findByRole("table", { name: "Profit if you had bet each one" }),
    );
    const sums = twin
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.lastChild?.textContent);
    // 30 dollars were won before the listed days.
    expect(sums).toEqual(["+$5.00", "\u2212$75.00"]);

    const slider = screen.getByRole("slider", { name });
    const words = () => slider.getAttribute("aria-valuetext");
    expect(words()).toBe("Nov 22, 2026 UTC: +$80.00 that day, +$5.00 total");
    fireEvent.change(slider, { target: { value: "0" } });
    expect(words()).toBe("Nov 20, 2026 UTC: \u2212$105.00 that day, \u2212$75.00 total");
    const area = slider.parentElement!;
    vi.spyOn(area, "getBoundingClientRect").mockReturnValue({ left: 0, width: 600 } as DOMRect);
    fireEvent.pointerMove(area, { clientX: 590 });
    expect(words()).toBe("Nov 22, 2026 UTC: +$80.00 that day, +$5.00 total");
  });

  it.each(["America/New_York", "Pacific/Auckland"])(
    "names the days of the profit in UTC to a user in %s",
    async (timeZone) => {
      subscriberHome(aUser({ preferences: { oddsFormat: "american", timeZone } }));
      answerGet("/api/predictions", aHistory({ predictions: [anEntry()], totals }));
      answerGet("/api/predictions/series", { days: days.slice(1) });
      renderApp("/history");
      const slider = await screen.findByRole("slider");
      expect(slider.getAttribute("aria-valuetext")).toMatch(/^Nov 22, 2026 UTC: /);
      const chart = within(screen.getByRole("img"));
      expect(chart.getByText("Nov 20")).toBeTruthy();
      expect(chart.queryByText("Nov 23")).toBeNull();
      const twin = within(
        await screen.findByRole("table", { name: "Profit if you had bet each one" }),
      );
      expect(twin.getByRole("columnheader", { name: "Settled on (UTC)" })).toBeTruthy();
      const rows = twin.getAllByRole("rowheader").map(({ textContent }) => textContent);
      expect(rows).toEqual(["Nov 22, 2026", "Nov 20, 2026"]);
    },
  );

  it("shows the totals without a chart when predictions were settled on one day", async () => {
    answerGet("/api/predictions", aHistory({ predictions: [anEntry(), lost], totals }));
    answerGet("/api/predictions/series", { days: days.slice(0, 1) });
    renderApp("/history");
    expect(await screen.findByText("$205.00 back from $200.00")).toBeTruthy();
    expect(screen.queryByRole("slider")).toBeNull();
  });

  it("sends filters to the server, keeps them in the address, also beside other views, and clears them", async () => {
    const requested: string[] = [];
    server.use(
      http.get("*/api/predictions", ({ request }) => {
        const { searchParams } = new URL(request.url);
        requested.push(searchParams.toString());
        const predictions = searchParams.has("sport") ? [] : [anEntry()];
        return HttpResponse.json(aHistory({ predictions, totals }));
      }),
    );
    const { user, address } = renderApp("/history?result=lost");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Sport" }), "UFC");
    await user.selectOptions(screen.getByRole("combobox", { name: "Risk" }), "Insane");
    await waitFor(() =>
      expect(requested.at(-1)).toBe("limit=25&sport=ufc&riskLevel=insane&outcome=lost"),
    );
    expect(address()).toBe("/history?sport=ufc&risk=insane&result=lost");
    await user.click(screen.getByRole("tab", { name: "My bets" }));
    expect(address()).toBe("/history?sport=ufc&risk=insane&result=lost&view=bets");
    await user.click(screen.getByRole("tab", { name: "Predictions" }));
    expect(address()).toBe("/history?sport=ufc&risk=insane&result=lost");
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    expect(await screen.findByRole("link", { name: "BOS Celtics" })).toBeTruthy();
    expect(address()).toBe("/history");
  });

  it("loads the next page on demand", async () => {
    server.use(
      http.get("*/api/predictions", ({ request }) => {
        const second = new URL(request.url).searchParams.get("cursor") === "c1";
        return HttpResponse.json(
          second
            ? aHistory({ predictions: [lost], totals })
            : aHistory({ predictions: [anEntry()], nextCursor: "c1", totals }),
        );
      }),
    );
    const { user } = renderApp("/history");
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    await waitFor(() =>
      expect(screen.getAllByRole("link", { name: "BOS Celtics" })).toHaveLength(2),
    );
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("links to the machine when there are no predictions", async () => {
    renderApp("/history");
    expect(await screen.findByRole("heading", { name: "No predictions yet" })).toBeTruthy();
    expect(
      screen.getByRole("link", { name: "Open the prediction machine" }).getAttribute("href"),
    ).toBe("/");
  });

  it("offers a retry when the list fails to load", async () => {
    answerGet("/api/predictions", refusal("down"), { status: 503 });
    const { user } = renderApp("/history");
    await screen.findByRole("heading", { name: "The list did not load" });
    expect(screen.getByText("req-7f3a")).toBeTruthy();
    answerGet("/api/predictions", aHistory({ predictions: [anEntry()], totals }));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("link", { name: "BOS Celtics" })).toBeTruthy();
  });
});

it("names no request when the response of a failure has no id", async () => {
  answerGet("/api/predictions", { message: "down" }, { status: 500 });
  renderApp("/history");
  await screen.findByRole("heading", { name: "The list did not load" });
  expect(screen.queryByText(/Request/)).toBeNull();
});

describe("the betting profile", () => {
  it("shows favorites, stakes and the totals of each sport and risk", async () => {
    answerGet("/api/betting-profile", aProfile());
    const { user, address } = renderApp("/history");
    await user.click(await screen.findByRole("tab", { name: "Betting profile" }));
    expect(await screen.findByText("$46.38")).toBeTruthy();
    expect(screen.getByText("Suggested stake", { selector: "dt" })).toBeTruthy();
    expect(address()).toBe("/history?view=profile");
    expect(screen.getByText("average, from $20.00 to $100.00")).toBeTruthy();
    expect(screen.getAllByText("44 predictions")).toHaveLength(2);
    const sports = within(screen.getByRole("table", { name: "By sport" }));
    expect(sports.getByText("\u2212$268.18")).toBeTruthy();
    expect(sports.getByText("\u221214.5%")).toBeTruthy();
  });

  it("begins with the return of each risk level, if every suggestion had been bet", async () => {
    const line = { settled: 4, won: 1, lost: 3, returned: 0, open: 0, staked: 100 };
    const risks = [
      { ...line, riskLevel: "insane" as const, profit: -100 },
      { ...line, riskLevel: "moderate" as const, profit: 5.9 },
      { ...line, riskLevel: "aggressive" as const, settled: 0, staked: 0, profit: 0 },
    ];
    answerGet("/api/betting-profile", aProfile({ risks }));
    renderApp("/history?view=profile");
    await screen.findByRole("heading", { name: "What we suggested to you" });
    const finding =
      "Your return if you had bet every suggestion: Moderate +5.9% (4 settled), Insane \u2212100.0% (4 settled).";
    expect(screen.getByText(finding)).toBeTruthy();
    expect(screen.getByText("Return if bet", { selector: "dt" })).toBeTruthy();
  });

  it("says that no suggestion is settled yet, without totals of zero by sport and by risk", async () => {
    const none = { settled: 0, won: 0, lost: 0, returned: 0, staked: 0, profit: 0, open: 2 };
    const risks = [{ ...none, riskLevel: "moderate" as const }];
    answerGet("/api/betting-profile", aProfile({ totals: none, risks, stakes: null }));
    renderApp("/history?view=profile");
    expect(await screen.findByText("None of your suggestions is settled yet.")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("names no favorite while several sports are equal", async () => {
    answerGet("/api/betting-profile", aProfile({ favoriteSport: null }));
    renderApp("/history?view=profile");
    const sport = (await screen.findByText("Top sport", { selector: "dt" })).parentElement;
    expect(sport?.textContent).toBe("Top sport\u2013several are equal");
  });

  it("is empty for a user without predictions", async () => {
    const none = { settled: 0, won: 0, lost: 0, staked: 0, returned: 0, profit: 0, open: 0 };
    const profile = { favoriteSport: null, favoriteRisk: null, stakes: null, return: null };
    answerGet(
      "/api/betting-profile",
      aProfile({ ...profile, totals: none, sports: [], risks: [] }),
    );
    renderApp("/history?view=profile");
    expect(await screen.findByRole("heading", { name: "No betting profile yet" })).toBeTruthy();
  });

  it("offers a retry when the profile fails to load", async () => {
    answerGet("/api/betting-profile", refusal("down"), { status: 503 });
    const { user } = renderApp("/history?view=profile");
    await screen.findByRole("heading", { name: "The profile did not load" });
    answerGet("/api/betting-profile", aProfile());
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("$46.38")).toBeTruthy();
    expect(screen.getByText("Suggested stake", { selector: "dt" })).toBeTruthy();
  });
});

describe("one prediction", () => {
  it("shows the stored prediction with the outcome of each leg and of the whole", async () => {
    answerGet("/api/predictions/prd_1", aStored());
    renderApp("/predictions/prd_1");
    await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" });
    expect(screen.getByRole("heading", { level: 1, name: "NBA 2-leg parlay" })).toBeTruthy();
    expect(document.title).toMatch(/^NBA 2-leg parlay · /);
    expect(screen.getByText("\u2212$100.00")).toBeTruthy();
    expect(screen.getAllByText("Lost")).toHaveLength(2);
    expect(screen.getAllByText("Won")).toHaveLength(1);
    const settled = `settled ${dayAndTime("2026-11-22T23:00:00Z")}`;
    expect(screen.getByText(settled, { exact: false })).toBeTruthy();
    expect(screen.getByText("Overall Analysis")).toBeTruthy();
    expect(screen.getByText("This parlay loses")).toBeTruthy();
  });

  it("shows a settled prediction with the record of the day it was made, not with today's", async () => {
    answerGet("/api/predictions/prd_1", aStored());
    renderApp("/predictions/prd_1");
    const record =
      /^As of Nov 21, 2026, NBA predictions at 18\.0% to 22\.0%: 252 of 1,284 won \(19\.6%\)/;
    expect(await screen.findByText(record)).toBeTruthy();
    expect(screen.queryByText("Predicted vs. actual")).toBeNull();
    expect(screen.queryByText(/so far:/)).toBeNull();
  });

  it("shows an open prediction also with today's record of its sport and risk", async () => {
    answerGet("/api/predictions/prd_1", aStored({ outcome: "open", profit: 0, settledAt: null }));
    renderApp("/predictions/prd_1");
    expect(await screen.findByText(/26.1% of 23 won \(we predicted 25.7%\)/)).toBeTruthy();
    expect(screen.getByText("Predicted vs. actual")).toBeTruthy();
  });

  it("leads to the predictions that were made right after and right before it", async () => {
    answerGet("/api/predictions/prd_1", aStored({ newerId: "prd_2", olderId: null }));
    answerGet("/api/predictions/prd_2", aStored({ id: "prd_2", olderId: "prd_1" }));
    const { user, address } = renderApp("/predictions/prd_1");
    const newer = await screen.findByRole("link", { name: "Newer" });
    expect(screen.queryByRole("link", { name: "Older" })).toBeNull();
    await user.click(newer);
    await user.click(await screen.findByRole("link", { name: "Older" }));
    await waitFor(() => expect(address()).toBe("/predictions/prd_1"));
  });

  it("marks a leg that follows the market alone beside its pick", async () => {
    const { bets, ...stored } = aStored();
    const marked = bets.map((bet, index) => ({ ...bet, marketOnly: index === 1 }));
    answerGet("/api/predictions/prd_1", { ...stored, bets: marked });
    renderApp("/predictions/prd_1");
    await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" });
    expect(screen.getAllByText("Market only")).toHaveLength(1);
    const [leg] = screen
      .getAllByRole("listitem")
      .filter((item) => within(item).queryByText("Market only"));
    expect(leg?.textContent).toMatch(/OKC Thunder vs Utah Jazz Market only/);
  });

  it("says when an open prediction settles", async () => {
    answerGet("/api/predictions/prd_1", aStored({ outcome: "open", profit: 0, settledAt: null }));
    renderApp("/predictions/prd_1");
    expect(await screen.findByText(/settles after the games/)).toBeTruthy();
    expect(screen.queryByText("$0.00")).toBeNull();
  });

  it("says once that it is open, until the first of its games has ended", async () => {
    const open = aStored({ outcome: "open", profit: 0, settledAt: null });
    const withOutcomes = (...outcomes: ("open" | "won")[]) => ({
      ...open,
      bets: open.bets.map((bet, index) => ({ ...bet, outcome: outcomes[index] })),
    });
    answerGet("/api/predictions/prd_1", withOutcomes("open", "open"));
    answerGet("/api/predictions/prd_2", withOutcomes("won", "open"));
    renderApp("/predictions/prd_1");
    expect(await screen.findAllByText("Open")).toHaveLength(1);
    cleanup();
    renderApp("/predictions/prd_2");
    expect(await screen.findAllByText("Open")).toHaveLength(2);
    expect(screen.getAllByText("Won")).toHaveLength(1);
  });

  it("does not exist for other users", async () => {
    answerGet("/api/predictions/prd_9", refusal("Not found.", "not-found"), { status: 404 });
    renderApp("/predictions/prd_9");
    expect(
      await screen.findByRole("heading", { name: "We can't find that prediction" }),
    ).toBeTruthy();
  });

  it("offers a retry when the prediction fails to load", async () => {
    answerGet("/api/predictions/prd_1", refusal("down"), { status: 503 });
    const { user } = renderApp("/predictions/prd_1");
    await screen.findByRole("heading", { name: "The prediction did not load" });
    answerGet("/api/predictions/prd_1", aStored());
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeTruthy();
  });
});
