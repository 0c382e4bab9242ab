import { act, screen, waitFor, within } from "@testing-library/react";
import type { PriceCheck } from "@orbline/proto/http/prediction/price-check";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import {
  answerGet,
  answerPost,
  aPrediction,
  aStatus,
  aUser,
  refusal,
  server,
  signedIn,
} from "#/testing/server.ts";

const { slate } = aPrediction();
const startsAt = "2030-11-22T02:00:00Z";
const best = (odds: number, book = "Harbour") => ({ odds, book });
const lakers = {
  id: "nba:1",
  home: "Los Angeles Lakers",
  away: "Utah Jazz",
  startsAt,
  books: 5,
  marketOnly: false,
  consensus: { home: 0.6, draw: null, away: 0.4 },
  moneyline: { home: best(-150), draw: null, away: best(140) },
  spread: { line: -3.5, home: best(-110), away: best(-108) },
};
const arsenal = {
  ...lakers,
  id: "soccer:1",
  home: "Arsenal",
  away: "Chelsea",
  consensus: { home: 0.5, draw: 0.25, away: 0.25 },
  moneyline: { home: best(110), draw: best(260), away: best(240) },
  spread: null,
};

const checkedLeg = {
  gameId: "nba:1",
  sport: "nba" as const,
  game: "Los Angeles Lakers vs Utah Jazz",
  betOn: "Los Angeles Lakers",
  betType: "Moneyline",
  startsAt,
  odds: -160,
  breakEven: 0.6154,
  probability: 0.6,
  modelProbability: 0.62,
  marketProbability: 0.6,
  books: 5,
  best: best(-150),
};
const aCheck = (fields: Partial<PriceCheck> = {}): PriceCheck => ({
  verdict: "fair",
  odds: -160,
  stake: 100,
  payout: 62.5,
  breakEven: 0.6154,
  confidence: 0.6,
  range: { from: 0.5, to: 0.7 },
  edge: -0.025,
  expectedValue: -2.5,
  legs: [checkedLeg],
  freeChecksLeft: null,
  ...fields,
});

beforeEach(() => {
  server.use(
    http.get("*/api/slate", ({ request }) => {
      const sport = new URL(request.url).searchParams.get("sport");
      const games = sport === "nba" ? [lakers] : sport === "soccer" ? [arsenal] : [];
      return HttpResponse.json({ sport, slate, ageSeconds: 0, games });
    }),
  );
});

const asVisitor = () => signedIn(null);
const asSubscriber = () => {
  signedIn(aUser());
  answerGet("/api/subscription/status", aStatus("active"));
};

async function openPage(path = "/check") {
  const app = renderApp(path);
  await screen.findByRole("combobox", { name: "Game" });
  const chooseGame = async (text: string) => {
    const fields = screen.getAllByRole("combobox", { name: "Game" });
    await app.user.type(fields.at(-1) as HTMLElement, text);
    await app.user.keyboard("{Enter}");
  };
  const enterOdds = async (text: string) => {
    const fields = screen.getAllByRole("textbox", { name: "Odds at your book" });
    await app.user.type(fields.at(-1) as HTMLElement, text);
  };
  return { ...app, chooseGame, enterOdds };
}

describe("the price check of a visitor", () => {
  beforeEach(asVisitor);

  it("sends the bet when the button is pressed and shows the verdict", async () => {
    const sent = answerPost("/api/price-check", aCheck({ freeChecksLeft: 2 }));
    const { user, chooseGame, enterOdds } = await openPage();
    expect(screen.getByText("3 free checks a day. No card needed.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Check a price" })).toHaveProperty("disabled", true);
    await chooseGame("lak");
    await user.click(screen.getByRole("radio", { name: /^Los Angeles Lakers Moneyline/ }));
    await enterOdds("-160");
    expect(sent).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Check a price" }));
    expect(await screen.findByText("Likely overpriced")).toBeTruthy();
    expect(sent).toEqual([
      { legs: [{ gameId: "nba:1", market: "moneyline", side: "home", odds: -160 }], stake: 100 },
    ]);
    expect(screen.getByRole("status").textContent).toBe(
      "Likely overpriced. Break-even 61.5%, our estimate 60.0%.",
    );
    expect(
      screen.getByText(
        "We expect this bet to lose money, but break-even is still inside our likely range.",
      ),
    ).toBeTruthy();
    expect(screen.getByText("At Harbour, a win pays $4.17 more on $100.00.")).toBeTruthy();
    expect(screen.getByText("2 free checks left today.")).toBeTruthy();
  });

  it("names the bet of a verdict once the odds are changed, and dims it", async () => {
    answerPost("/api/price-check", aCheck({ freeChecksLeft: 2 }));
    const { user, enterOdds } = await openPage("/check?game=nba:1");
    await user.click(await screen.findByRole("radio", { name: /^Los Angeles Lakers Moneyline/ }));
    await enterOdds("-160{Enter}");
    const verdict = await screen.findByText("Likely overpriced");
    const isDimmed = () => verdict.closest("[data-dimmed]") !== null;
    expect(isDimmed()).toBe(false);
    await enterOdds("0");
    const note = screen.getByText(/^For the bet that you checked last: Los Angeles Lakers/);
    expect(within(note).getByText("odds minus 160")).toBeTruthy();
    expect(isDimmed()).toBe(true);
    await user.clear(screen.getByRole("textbox", { name: "Odds at your book" }));
    await enterOdds("-160");
    expect(isDimmed()).toBe(false);
  });

  it("reads decimal and fractional odds, and shows them in every notation", async () => {
    const { user, enterOdds } = await openPage();
    await enterOdds("3/2");
    expect(screen.getByText("+150 · 2.50 · 3/2")).toBeTruthy();
    await user.clear(screen.getByRole("textbox", { name: "Odds at your book" }));
    await enterOdds("1.91");
    expect(screen.getByText("\u2212110 · 1.91 · 10/11")).toBeTruthy();
  });

  it("says how odds are entered once the field is left with others", async () => {
    const { user, enterOdds } = await openPage();
    await enterOdds("+5");
    expect(screen.queryByText(/^Enter odds such as/)).toBeNull();
    await user.tab();
    expect(screen.getByText(/^Enter odds such as \+150, 2\.5 or 3\/2/)).toBeTruthy();
  });

  it("has free checks again on the next day without a reload", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    vi.setSystemTime("2026-11-22T23:58:30Z");
    const sent = answerPost("/api/price-check", aCheck({ freeChecksLeft: 0 }));
    const { user, chooseGame, enterOdds } = await openPage();
    await chooseGame("arsenal");
    await user.click(screen.getByRole("radio", { name: /^Draw/ }));
    await enterOdds("2.5{Enter}");
    expect(await screen.findByText("0 free checks left today.")).toBeTruthy();
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Check a price" });
    expect(button.disabled).toBe(true);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(button.disabled).toBe(true);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(button.disabled).toBe(false);
    expect(screen.queryByText("0 free checks left today.")).toBeNull();
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(2));
    vi.useRealTimers();
  });

  it("offers the trial when the free checks of the day are used", async () => {
    const used = "You have used today's 3 free price checks. With a plan there is no daily limit.";
    answerPost("/api/price-check", refusal(used, "price_check.day"), { status: 429 });
    const { user, chooseGame, enterOdds } = await openPage();
    await chooseGame("arsenal");
    await user.click(screen.getByRole("radio", { name: /^Draw/ }));
    await enterOdds("2.5{Enter}");
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText(used)).toBeTruthy();
    expect(alert.getByRole("link", { name: "Start free trial" })).toBeTruthy();
  });
});

describe("the price check of a subscriber", () => {
  beforeEach(asSubscriber);

  it("shows the verdict without a button, and follows the odds", async () => {
    const sent = answerPost("/api/price-check", aCheck({ verdict: "overpriced" }));
    const { user, chooseGame, enterOdds } = await openPage();
    expect(await screen.findByText("The verdict updates as you type.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Check a price" })).toBeNull();
    await chooseGame("utah");
    await user.click(screen.getByRole("radio", { name: /^Utah Jazz \+3\.5 Spread/ }));
    await enterOdds("-160");
    expect(await screen.findByText("Overpriced")).toBeTruthy();
    expect(sent.at(-1)).toEqual({
      legs: [{ gameId: "nba:1", market: "spread", side: "away", odds: -160, line: -3.5 }],
      stake: 100,
    });
  });

  it("keeps the verdict in one line in sight, announces it once, and leads to its details", async () => {
    answerPost("/api/price-check", aCheck({ verdict: "overpriced" }));
    const { user, enterOdds } = await openPage("/check?game=nba:1");
    await user.click(await screen.findByRole("radio", { name: /^Los Angeles Lakers Moneyline/ }));
    expect(screen.queryByRole("button", { name: /^Overpriced/ })).toBeNull();
    await enterOdds("-160");
    const name = "Overpriced: needs 61.5%, we say 60.0%";
    const line = await screen.findByRole("button", { name });
    expect(screen.getAllByRole("status")).toHaveLength(1);
    await user.click(line);
    const heading = screen.getByRole("heading", { name: "Verdict" });
    expect(document.activeElement?.contains(heading)).toBe(true);
    await user.clear(screen.getByRole("textbox", { name: "Odds at your book" }));
    expect(screen.queryByRole("button", { name })).toBeNull();
  });

  it.each([
    ["nba:1", 1],
    ["soccer:1", 0],
  ])("says of the game %s with %i spreads that other lines don't compare", async (game, times) => {
    await openPage(`/check?game=${game}`);
    await screen.findAllByRole("radio", { name: /Moneyline/ });
    expect(screen.queryAllByText(/^We price a spread at the line/)).toHaveLength(times);
  });

  it("joins legs of different games, and removes one", async () => {
    const sent = answerPost(
      "/api/price-check",
      aCheck({ legs: [checkedLeg, { ...checkedLeg, gameId: "soccer:1", betOn: "Draw" }] }),
    );
    const { user, chooseGame, enterOdds } = await openPage("/check?game=nba:1");
    await user.click(screen.getByRole("radio", { name: /^Los Angeles Lakers Moneyline/ }));
    await enterOdds("-160");
    await user.click(screen.getByRole("button", { name: "Add a leg" }));
    const second = within(screen.getByRole("group", { name: "Leg 2" }));
    await user.click(second.getByRole("combobox", { name: "Game" }));
    expect(screen.queryByRole("option", { name: /Lakers/ }), "one leg per game").toBeNull();
    await chooseGame("chelsea");
    await user.click(second.getByRole("radio", { name: /^Draw/ }));
    await enterOdds("2.6");
    await waitFor(() => expect(sent.at(-1)?.["legs"]).toHaveLength(2));
    const legs = within(await screen.findByRole("list", { name: "Legs" }));
    expect(legs.getAllByRole("listitem")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Remove leg 2" }));
    expect(screen.queryByRole("group", { name: "Leg 2" })).toBeNull();
  });

  it.each([
    ["Harbour", "At Harbour, a win pays $26.25 more on $100.00."],
    ["Meridian", /^These best prices are not all at one sportsbook/],
  ])(
    "adds up a parlay's best prices only where one sportsbook has all of them (%s)",
    async (book, text) => {
      const second = { ...checkedLeg, gameId: "nba:2", odds: 130, best: best(140, book) };
      answerPost("/api/price-check", aCheck({ legs: [checkedLeg, second] }));
      const { user, chooseGame, enterOdds } = await openPage();
      await chooseGame("lak");
      await user.click(screen.getByRole("radio", { name: /^Los Angeles Lakers Moneyline/ }));
      await enterOdds("-160");
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it("gives no verdict on odds that no sportsbook offers, and names their leg", async () => {
    const mistyped = {
      ...checkedLeg,
      gameId: "nba:2",
      betOn: "Utah Jazz",
      odds: 1400,
      best: best(140),
    };
    answerPost(
      "/api/price-check",
      aCheck({ verdict: "good", edge: 0.9, legs: [checkedLeg, mistyped] }),
    );
    const { user, chooseGame, enterOdds } = await openPage();
    await chooseGame("lak");
    await user.click(screen.getByRole("radio", { name: /^Los Angeles Lakers Moneyline/ }));
    await enterOdds("-160");
    expect(await screen.findByText(/^Your odds for Utah Jazz are far better/)).toBeTruthy();
    expect(screen.getByText("Check your odds")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Check your odds: needs 61\.5%/ })).toBeTruthy();
    expect(screen.getByRole("status").textContent).toMatch(/^Check your odds\. Break-even 61\.5%/);
    expect(screen.queryByText(/Good price/)).toBeNull();
  });

  it("rounds each figure of a verdict by its own size", async () => {
    const range = { from: 0.833, to: 0.9292 };
    const leg = { ...checkedLeg, breakEven: 0.5, probability: 0.89 };
    const figures = { breakEven: 0.9048, confidence: 0.89, range, legs: [leg] };
    answerPost("/api/price-check", aCheck(figures));
    const { user, enterOdds } = await openPage("/check?game=nba:1");
    await user.click(await screen.findByRole("radio", { name: /^Los Angeles Lakers Moneyline/ }));
    await enterOdds("-950");
    expect(await screen.findByText("83.3% to 92.92%")).toBeTruthy();
    expect(screen.getByText(/needs 50\.0%, our estimate 89\.0%/)).toBeTruthy();
    expect(screen.getByRole("button", { name: /needs 90\.48%, we say 89\.0%$/ })).toBeTruthy();
  });

  it("shows at the game that it has started", async () => {
    const message = "Los Angeles Lakers vs Utah Jazz has started. Choose a game that has not.";
    const body = { ...refusal(message), issues: [{ path: "legs.0.gameId", message }] };
    answerPost("/api/price-check", body, { status: 400 });
    const { user, enterOdds } = await openPage("/check?game=nba:1");
    await user.click(screen.getByRole("radio", { name: /^Utah Jazz Moneyline/ }));
    await enterOdds("+140");
    expect(await screen.findByText(message)).toBeTruthy();
    const game = screen.getByRole("combobox", { name: "Game" });
    expect(game.getAttribute("aria-invalid")).toBe("true");
  });
});

describe("the list of games", () => {
  beforeEach(asVisitor);

  it("is searched and chosen from by keyboard alone", async () => {
    const { user } = await openPage();
    const field = screen.getByRole("combobox", { name: "Game" });
    field.focus();
    await user.keyboard("{ArrowDown}");
    expect(screen.getAllByRole("option")).toHaveLength(2);
    const active = field.getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)?.textContent).toMatch(/vs/);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("nba");
    expect(screen.getAllByRole("option")).toHaveLength(1);
    await user.keyboard("{Enter}");
    expect(field).toHaveProperty("value", "Los Angeles Lakers vs Utah Jazz");
    await user.keyboard("zzz");
    expect(screen.getByText("No upcoming game matches.")).toBeTruthy();
  });

  it("can be loaded again when it fails", async () => {
    answerGet("/api/slate", refusal("down"), { status: 503 });
    renderApp("/check");
    expect(await screen.findByRole("heading", { name: "The games did not load" })).toBeTruthy();
  });
});
