import { act, screen, waitFor, within } from "@testing-library/react";
import type { Sport } from "@orbline/proto/constants/predictions";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dayAndTime } from "#/lib/format.ts";
import { useFavorites } from "#/stores/favorites-store.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { renderApp } from "#/testing/render-app.tsx";
import {
  answerGet,
  answerPost,
  aPrediction,
  aStatus,
  noGuardrails,
  refusal,
  server,
  subscriberHome,
} from "#/testing/server.ts";

const { slate: simulated } = aPrediction();
const slate = { ...simulated, kind: "live", label: "Live slate" } as const;
const best = (odds: number, book = "Harbour") => ({ odds, book });
const game = (id: string, home: string, startsAt: string, draw: number | null = null) => ({
  id,
  home,
  away: "Utah Jazz",
  startsAt,
  books: 5,
  marketOnly: false,
  consensus: { home: 0.766, draw, away: 0.234 },
  moneyline: {
    home: best(-300),
    draw: draw === null ? null : best(260, "Northgate"),
    away: best(280),
  },
  spread: null,
});
const later = game("g2", "Boston Celtics", "2026-11-23T02:00:00Z");
const sooner = game("g1", "Dallas Mavericks", "2026-11-22T02:00:00Z");

type Games = Partial<Record<Sport, object[]>>;

/** Responds with the games of each sport, and with our estimates of them. */
const answer = (games: Games) =>
  server.use(
    http.get("*/api/slate", ({ request }) => {
      const sport = new URL(request.url).searchParams.get("sport") as Sport;
      return HttpResponse.json({ sport, slate, ageSeconds: 0, games: games[sport] ?? [] });
    }),
    http.get("*/api/estimates", ({ request }) => {
      const sport = new URL(request.url).searchParams.get("sport") as Sport;
      const estimate = (probability: number) => ({ probability, goodPrice: probability > 0.79 });
      const estimates = (games[sport] ?? []).map((one) => ({
        id: (one as typeof sooner).id,
        home: estimate(0.8),
        draw: null,
        away: estimate(0.2),
      }));
      return HttpResponse.json({ sport, games: estimates });
    }),
  );

beforeEach(() => {
  subscriberHome();
  useFavorites.setState({ teams: [] });
});

const cardOf = async (team: string) => {
  const name = await screen.findByText(team);
  return within(name.closest("li") as HTMLElement);
};
const names = () =>
  screen
    .getAllByRole("button", { name: /^Predict this game/ })
    .map((button) => button.getAttribute("aria-label")?.replace("Predict this game, ", ""));

const legend = /^Market's chance of the first team/;

describe("the games", () => {
  it("are those of one day, at first of the one that starts soonest", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T01:00:00Z") });
    const evening = game("g4", "Boston Bruins", "2026-11-23T01:00:00Z");
    answer({ nba: [later, sooner], nhl: [evening, game("g3", "Ottawa", "2026-11-24T02:00:00Z")] });
    const { user, address } = renderApp("/slate");
    await screen.findByText("Dallas Mavericks");
    const days = within(screen.getByRole("group", { name: "Day" }));
    expect(days.getAllByRole("radio").map((day) => day.closest("label")?.textContent)).toEqual([
      "Today 1 game",
      "Tomorrow 2 games",
      "Tue, Nov 24 1 game",
    ]);
    expect(days.getByRole("radio", { name: "Today 1 game", checked: true })).toBeTruthy();
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Today, Sun, Nov 221 game");
    expect(names()).toEqual(["Dallas Mavericks vs Utah Jazz"]);
    await user.click(days.getByRole("radio", { name: "Tomorrow 2 games" }));
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(
      "Tomorrow, Mon, Nov 232 games",
    );
    expect(names()).toEqual(["Boston Bruins vs Utah Jazz", "Boston Celtics vs Utah Jazz"]);
    expect(address()).toBe("/slate?day=Nov+23");
    await user.keyboard("{ArrowRight}");
    expect(names()).toEqual(["Ottawa vs Utah Jazz"]);
    expect(address()).toBe("/slate?day=Nov+24");
  });

  it("are those of the day in the address, or of the first day if it has none", async () => {
    answer({ nba: [later, sooner], nhl: [game("g3", "Boston Bruins", sooner.startsAt)] });
    const { user, address } = renderApp("/slate?day=Nov+23");
    await screen.findByText("Boston Celtics");
    expect(names()).toEqual(["Boston Celtics vs Utah Jazz"]);
    await user.click(screen.getByRole("radio", { name: "NHL" }));
    expect(await screen.findByText("Boston Bruins")).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Day" })).toBeNull();
    expect(address()).toBe("/slate?sport=nhl&day=Nov+23");
  });

  it("show the market's chance, our estimate and the best price with its book", async () => {
    answer({ nba: [sooner] });
    renderApp("/slate");
    const card = await cardOf("Dallas Mavericks");
    expect(card.getByText("76.6%")).toBeTruthy();
    expect(await card.findByText("80.0%")).toBeTruthy();
    expect(card.getByText("\u2212300")).toBeTruthy();
    expect(card.getAllByText("Harbour")).toHaveLength(2);
    expect(card.getAllByText(/^Good price/)).toHaveLength(1);
    expect(screen.getByText(legend)).toBeTruthy();
  });

  it("show chances of two sides that add up to 100%, though each would round up", async () => {
    answer({ nba: [{ ...sooner, consensus: { home: 0.5925, draw: null, away: 0.4075 } }] });
    renderApp("/slate");
    const card = await cardOf("Dallas Mavericks");
    expect(card.getByText("59.3%")).toBeTruthy();
    expect(card.getByText("40.7%")).toBeTruthy();
  });

  it("show the market's chances and ours with the same number of decimals", async () => {
    answer({ nba: [{ ...sooner, consensus: { home: 0.9008, draw: null, away: 0.0992 } }] });
    renderApp("/slate");
    const card = await cardOf("Dallas Mavericks");
    expect(await card.findByText("80.00%")).toBeTruthy();
    const shown = card.getAllByText(/^\d+\.\d+%$/).map(({ textContent }) => textContent);
    expect(shown).toEqual([
      "Market 90.08%",
      "Our estimate 80.00%",
      "Market 9.92%",
      "Our estimate 20.00%",
    ]);
  });

  it("show no estimate to a user without a plan", async () => {
    answerGet("/api/subscription/status", aStatus("none"));
    answer({ nba: [sooner] });
    renderApp("/slate");
    const card = await cardOf("Dallas Mavericks");
    expect(card.queryByText("80.0%")).toBeNull();
    expect(card.queryByText("Our estimate")).toBeNull();
    expect(screen.queryByText(legend)).toBeNull();
  });

  it.each([
    ["a time-out", { timeOutUntil: "2030-11-28T12:00:00Z" }],
    ["a self-exclusion", { selfExcludedUntil: "2030-11-28T12:00:00Z" }],
  ])("show no estimate during %s, and say why, without asking for one", async (_name, of) => {
    answer({ nba: [sooner] });
    answerGet("/api/guardrails", { ...noGuardrails, ...of });
    const asked = answerGet("/api/estimates", { sport: "nba", games: [] });
    renderApp("/slate");
    const until = dayAndTime("2030-11-28T12:00:00Z");
    expect(
      await screen.findByText(`Your guardrails pause our estimates until ${until}.`),
    ).toBeTruthy();
    const card = await cardOf("Dallas Mavericks");
    expect(card.getByText("76.6%")).toBeTruthy();
    expect(card.queryByText("Our estimate")).toBeNull();
    expect(card.queryByRole("button", { name: /^Predict this game/ })).toBeNull();
    expect(card.queryByRole("link", { name: /^Check a price/ })).toBeNull();
    expect(asked.count).toBe(0);
  });

  it("have a row for a draw where it is priced, and say that a price is missing", async () => {
    const unpriced = {
      ...game("g3", "Porto", "2026-11-23T02:00:00Z"),
      consensus: null,
      moneyline: null,
    };
    answer({ soccer: [game("g1", "Arsenal", "2026-11-23T02:00:00Z", 0.25), unpriced] });
    renderApp("/slate?sport=soccer");
    const card = await cardOf("Arsenal");
    expect(card.getByText("Draw")).toBeTruthy();
    expect(card.getByText("Northgate")).toBeTruthy();
    expect((await cardOf("Porto")).getAllByText("no price")).toHaveLength(2);
  });

  it("are marked where picks follow the market alone, with what that means", async () => {
    answer({
      nba: [
        { ...later, startsAt: sooner.startsAt },
        { ...sooner, marketOnly: true },
      ],
    });
    renderApp("/slate");
    expect((await cardOf("Dallas Mavericks")).getByText("Market only")).toBeTruthy();
    expect(screen.getAllByText("Market only")).toHaveLength(1);
    expect(screen.getByText(/sportsbooks' prices alone decide the chance/)).toBeTruthy();
  });

  it("are counted beside the name of their day, also those without a card yet", async () => {
    const many = Array.from({ length: 30 }, (_, n) => game(`g${n}`, `Team ${n}`, later.startsAt));
    answer({ nba: many, nhl: [game("g30", "Boston Bruins", later.startsAt)] });
    const { user } = renderApp("/slate");
    const heading = await screen.findByRole("heading", { level: 2 });
    expect(heading.textContent).toContain("31 games");
    await user.click(screen.getByRole("radio", { name: "NBA" }));
    await waitFor(() =>
      expect(screen.getByRole("heading", { level: 2 }).textContent).toContain("30 games"),
    );
  });

  it("show forty cards at once, and more of them on request", async () => {
    const many = Array.from({ length: 95 }, (_, index) =>
      game(`g${index}`, `Team ${index}`, "2026-11-22T02:00:00Z"),
    );
    answer({ nba: many });
    const { user } = renderApp("/slate");
    const more = (count: number) => screen.findByRole("button", { name: `Show ${count} more` });
    await more(40);
    expect(names()).toHaveLength(40);
    await user.click(await more(40));
    expect(names()).toHaveLength(80);
    await user.click(await more(15));
    expect(names()).toHaveLength(95);
    expect(screen.queryByRole("button", { name: /^Show \d+ more/ })).toBeNull();
  });
});

describe("the filters", () => {
  it("narrow the games to a sport and keep it in the address", async () => {
    answer({ nba: [sooner] });
    const { user, address } = renderApp("/slate");
    await screen.findByText("Dallas Mavericks");
    await user.click(screen.getByRole("radio", { name: "UFC" }));
    expect(address()).toBe("/slate?sport=ufc");
    expect(await screen.findByRole("heading", { name: "No games to pick" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByText("Dallas Mavericks")).toBeTruthy();
    expect(address()).toBe("/slate");
  });

  it("of the next 24 hours can be shown alone", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(sooner.startsAt) - anHourMs });
    answer({ nba: [later, sooner] });
    const { user, address } = renderApp("/slate?sport=nba&day=Nov+23");
    const soon = await screen.findByRole("button", { name: "Next 24 hours" });
    await cardOf("Boston Celtics");
    await user.click(soon);
    expect(names()).toEqual(["Dallas Mavericks vs Utah Jazz"]);
    expect(screen.queryByRole("group", { name: "Day" })).toBeNull();
    expect(address()).toBe("/slate?sport=nba&soon=1&day=Nov+23");
    expect(soon.getAttribute("aria-pressed")).toBe("true");
  });

  it("search all days by the words of a team or a sport", async () => {
    answer({ nba: [later, sooner], nhl: [game("g3", "Boston Bruins", "2026-11-24T02:00:00Z")] });
    const { user, address } = renderApp("/slate");
    await screen.findByText("Dallas Mavericks");
    const search = screen.getByRole("searchbox", { name: "Search" });
    await user.type(search, "boston");
    await waitFor(() =>
      expect(names()).toEqual(["Boston Celtics vs Utah Jazz", "Boston Bruins vs Utah Jazz"]),
    );
    expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(2);
    await user.type(search, " nba");
    await waitFor(() => expect(names()).toEqual(["Boston Celtics vs Utah Jazz"]));
    await waitFor(() => expect(address()).toBe("/slate?q=boston+nba"));
    await user.clear(search);
    await user.type(search, "zzz");
    expect(await screen.findByRole("heading", { name: "Nothing matches" })).toBeTruthy();
  });

  it("search again for the words in the address, until a link leads to all games", async () => {
    answer({ nba: [later, sooner] });
    const { user, address } = renderApp("/slate?q=boston");
    const search = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Search" });
    expect(search.value).toBe("boston");
    await waitFor(() => expect(names()).toEqual(["Boston Celtics vs Utah Jazz"]));
    await user.click(screen.getAllByRole("link", { name: "Games" })[0]!);
    await waitFor(() => expect(names()).toEqual(["Dallas Mavericks vs Utah Jazz"]));
    expect(address()).toBe("/slate");
    expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" }).value).toBe("");
  });

  it("keep favorite teams in the browser and show their games", async () => {
    answer({ nba: [later, sooner] });
    const { user, address } = renderApp("/slate?day=Nov+23");
    await user.click(
      await screen.findByRole("button", { name: "Add Boston Celtics to your favorites" }),
    );
    expect(localStorage.getItem("orbline.favorites")).toContain("nba:Boston Celtics");
    await user.click(screen.getByRole("button", { name: "Favorites", pressed: false }));
    expect(names()).toEqual(["Boston Celtics vs Utah Jazz"]);
    expect(address()).toBe("/slate?favorites=1&day=Nov+23");
    await user.click(
      screen.getByRole("button", { name: "Remove Boston Celtics from your favorites" }),
    );
    expect(screen.getByRole("heading", { name: "No games of your favorites" })).toBeTruthy();
  });
});

describe("a game", () => {
  it("is predicted on the machine until the user allows any game", async () => {
    answer({ nba: [later, sooner] });
    const { user, address } = renderApp("/slate?day=Nov+23");
    await user.click(
      await screen.findByRole("button", {
        name: "Predict this game, Boston Celtics vs Utah Jazz",
      }),
    );
    expect(address()).toBe("/");
    expect(await screen.findByText("Only picks with Boston Celtics vs Utah Jazz")).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Moderate" })),
    );
    const group = screen.getByRole("group", {
      name: "Risk",
      description: /^Only picks with Boston/,
    });
    expect(within(group).getAllByRole("radio", { checked: false })).toHaveLength(3);
    expect(screen.getByRole("radio", { name: "NBA", checked: true })).toBeTruthy();
    const sent = answerPost("/api/new-prediction", aPrediction());
    await user.click(screen.getByRole("radio", { name: "Aggressive" }));
    await user.click(screen.getByRole("button", { name: "Generate Prediction" }));
    await waitFor(() => expect(sent[0]).toMatchObject({ sport: "nba", gameId: "g2" }));
    await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" });
    await user.click(screen.getByRole("button", { name: "Allow picks of any game" }));
    expect(screen.queryByText(/^Only picks with/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Generate Prediction" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).not.toHaveProperty("gameId");
  });

  it("is no longer wanted once another sport is chosen", () => {
    act(() => usePredictionForm.getState().setGame("nba", { id: "g2", name: "A vs B" }));
    act(() => usePredictionForm.getState().setSport("nfl"));
    expect(usePredictionForm.getState().game).toBeUndefined();
  });

  it("leads to the price check with the game chosen", async () => {
    answer({ nba: [sooner] });
    const { user, address } = renderApp("/slate");
    await user.click(
      await screen.findByRole("link", { name: "Check a price of Dallas Mavericks vs Utah Jazz" }),
    );
    expect(address()).toBe("/check?game=g1");
    const field = await screen.findByRole("combobox", { name: "Game" });
    expect(field).toHaveProperty("value", "Dallas Mavericks vs Utah Jazz");
  });
});

it("offers a retry when the games fail to load", async () => {
  answer({});
  answerGet("/api/slate", refusal("down"), { status: 503 });
  const { user } = renderApp("/slate?sport=nba");
  await screen.findByRole("heading", { name: "The games did not load" });
  answer({ nba: [sooner] });
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Dallas Mavericks")).toBeTruthy();
});

const anHourMs = 60 * 60_000;

/** Lets minutes pass until the page shows how old the prices are. The clock of a deferred render starts a moment after its text. */
async function expectAge() {
  const minutesOld = () => (Date.now() - Date.parse(slate.pricedAt)) / 60_000;
  const age = () => screen.queryByText(`odds ${minutesOld()} min old`);
  const passMinute = async () => void vi.advanceTimersByTime(60_000);
  for (let minute = 0; minute < 20 && !age(); minute += 1) await act(passMinute);
  expect(age()).toBeTruthy();
}

it("keeps stale prices with their age until a refresh succeeds", async () => {
  const openedAt = Date.parse(slate.pricedAt) + 5 * 60_000;
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: openedAt });
  answer({ nba: [sooner] });
  const { user } = renderApp("/slate?sport=nba");
  expect(await screen.findByText("odds 5 min old")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "UFC" }));
  await screen.findByRole("heading", { name: "No games to pick" });
  act(() => void vi.advanceTimersByTime(anHourMs));
  answerGet("/api/slate", refusal("down"), { status: 503 });
  await user.click(screen.getByRole("radio", { name: "NBA" }));
  const warning = within(await screen.findByRole("alert"));
  expect(warning.getByText(/^We couldn't refresh the odds/)).toBeTruthy();
  expect(warning.getByText("req-7f3a")).toBeTruthy();
  await expectAge();
  expect(screen.getByText("Dallas Mavericks")).toBeTruthy();
  answer({ nba: [later] });
  await user.click(warning.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Boston Celtics")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("warns of old live prices and refreshes them", async () => {
  const openedAt = Date.parse(slate.pricedAt) + 10 * 60_000;
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: openedAt });
  answer({ nba: [sooner] });
  const { user } = renderApp("/slate?sport=nba");
  expect(await screen.findByText("odds 10 min old")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Refresh" })).toBeNull();
  act(() => void vi.advanceTimersByTime(60_000));
  await expectAge();
  answer({ nba: [later] });
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Boston Celtics")).toBeTruthy();
});

it("says when the prices of a simulated slate were set, which do not get old", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(slate.pricedAt) + 20 * anHourMs });
  answer({});
  answerGet("/api/slate", { sport: "nba", slate: simulated, ageSeconds: 0, games: [sooner] });
  renderApp("/slate?sport=nba");
  expect(await screen.findByText("odds at 10:00 AM UTC")).toBeTruthy();
  expect(screen.getByText("Simulated slate")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Refresh" })).toBeNull();
});

it.each(["/slate?sport=nba", "/"])("updates the age of prices on %s over time", async (path) => {
  const openedAt = Date.parse(slate.pricedAt) + 5 * 60_000;
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: openedAt });
  answer({ nba: [sooner] });
  usePredictionForm.setState({ sport: "nba" });
  renderApp(path);
  expect(await screen.findByText("odds 5 min old")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(2 * 60_000));
  await expectAge();
});
