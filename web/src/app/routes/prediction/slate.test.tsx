import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, aPrediction, refusal, server, subscriberHome } from "#/testing/server.ts";

const { slate } = aPrediction();
const game = (id: string, home: string, startsAt: string, draw: number | null = null) => ({
  id,
  home,
  away: "Utah Jazz",
  startsAt,
  books: 5,
  marketOnly: false,
  consensus: { home: 0.766, draw, away: 0.234 },
  moneyline: null,
  spread: null,
});
const later = game("g2", "Boston Celtics", "2026-11-23T02:00:00Z");
const sooner = game("g1", "Dallas Mavericks", "2026-11-22T02:00:00Z");

beforeEach(() => subscriberHome());

const answer = (sport: string, games: unknown[]) =>
  answerGet("/api/slate", { sport, slate, ageSeconds: 0, games } as never);

it("lists the games by start time with the consensus and the number of books", async () => {
  answer("nba", [later, sooner]);
  renderApp("/slate");
  const table = within(await screen.findByRole("table", { name: "NBA games that can be picked" }));
  const names = table.getAllByRole("rowheader").map(({ textContent }) => textContent);
  expect(names).toEqual(["Dallas Mavericks vs Utah Jazz", "Boston Celtics vs Utah Jazz"]);
  expect(table.getAllByText("76.6%")).toHaveLength(2);
  expect(table.queryByRole("columnheader", { name: "Draw" })).toBeNull();
  expect(screen.getByText("Simulated slate")).toBeTruthy();
  expect(screen.getByText(/^odds updated .* ago$/)).toBeTruthy();
});

it("marks a game whose picks follow the market alone, and says what that means", async () => {
  answer("nba", [later, { ...sooner, marketOnly: true }]);
  renderApp("/slate");
  const marked = await screen.findByRole("rowheader", { name: /^Dallas Mavericks/ });
  expect(within(marked).getByText("Market only")).toBeTruthy();
  expect(screen.getAllByText("Market only")).toHaveLength(1);
  expect(screen.getByText(/bookmakers' prices alone decide the chance/)).toBeTruthy();
});

it("has a column for draws where they are priced and a dash for a missing price", async () => {
  const unpriced = { ...game("g3", "Porto", "2026-11-24T02:00:00Z"), consensus: null };
  answer("soccer", [game("g1", "Arsenal", "2026-11-23T02:00:00Z", 0.25), unpriced]);
  renderApp("/slate?sport=soccer");
  expect(await screen.findByRole("columnheader", { name: "Draw" })).toBeTruthy();
  expect(screen.getByText("25.0%")).toBeTruthy();
  expect(screen.getAllByText("–")).toHaveLength(3);
});

it("names the columns of a fight first and second, because it has no home side", async () => {
  answer("ufc", [game("g1", "Tom Aspinall", "2026-11-23T02:00:00Z")]);
  renderApp("/slate?sport=ufc");
  expect(await screen.findByRole("columnheader", { name: "First wins" })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Second wins" })).toBeTruthy();
});

it("loads another sport and keeps it in the address", async () => {
  const requested: string[] = [];
  server.use(
    http.get("*/api/slate", ({ request }) => {
      requested.push(new URL(request.url).search);
      return HttpResponse.json({ sport: "ufc", slate, ageSeconds: 0, games: [] });
    }),
  );
  const { user, address } = renderApp("/slate?sport=nhl");
  await user.click(await screen.findByRole("tab", { name: "UFC" }));
  await waitFor(() => expect(requested).toContain("?sport=ufc"));
  expect(address()).toBe("/slate?sport=ufc");
  expect(await screen.findByRole("heading", { name: "No games to pick" })).toBeTruthy();
});

it("offers a retry when the games fail to load", async () => {
  answerGet("/api/slate", refusal("down"), { status: 503 });
  const { user } = renderApp("/slate");
  await screen.findByRole("heading", { name: "The games did not load" });
  answer("nba", [sooner]);
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Dallas Mavericks vs Utah Jazz")).toBeTruthy();
});

const anHourMs = 60 * 60_000;

it("keeps stale prices with their age until a refresh succeeds", async () => {
  const openedAt = Date.parse(slate.pricedAt) + 5 * 60_000;
  vi.useFakeTimers({ toFake: ["Date"], now: openedAt });
  answer("nba", [sooner]);
  const { user } = renderApp("/slate");
  expect(await screen.findByText("odds updated 5 min ago")).toBeTruthy();
  answer("ufc", []);
  await user.click(screen.getByRole("tab", { name: "UFC" }));
  vi.setSystemTime(openedAt + anHourMs);
  answerGet("/api/slate", refusal("down"), { status: 503 });
  await user.click(screen.getByRole("tab", { name: "NBA" }));
  const warning = within(await screen.findByRole("alert"));
  expect(warning.getByText(/^The prices could not be refreshed/)).toBeTruthy();
  expect(warning.getByText("req-7f3a")).toBeTruthy();
  expect(screen.getByText("odds updated 65 min ago")).toBeTruthy();
  expect(screen.getByText("Dallas Mavericks vs Utah Jazz")).toBeTruthy();
  answer("nba", [later]);
  await user.click(warning.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Boston Celtics vs Utah Jazz")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each(["/slate", "/"])("updates the age of prices on %s over time", async (path) => {
  const openedAt = Date.parse(slate.pricedAt) + 5 * 60_000;
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: openedAt });
  answer("nba", [sooner]);
  usePredictionForm.getState().setSport("nba");
  renderApp(path);
  // Each check moves the clock by its interval, by less than a minute in total.
  const waiting = { timeout: 25_000, interval: 50 };
  await vi.waitFor(() => expect(screen.getByText("odds updated 5 min ago")).toBeTruthy(), waiting);
  act(() => void vi.advanceTimersByTime(2 * 60_000));
  expect(screen.getByText("odds updated 7 min ago")).toBeTruthy();
});
