import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import { anAdmin, answerGet, refusal, signedIn } from "#/testing/server.ts";

beforeEach(() => signedIn(anAdmin()));

const nba = {
  sport: "nba",
  source: "api-sports",
  fittedTo: "2025-06-22",
  ratedTo: "2026-11-21",
  daysBehind: 1,
  rated: 1500,
  completeTo: "2026-11-21",
  missing: null,
  failure: null,
  staleTeams: 2,
  gamesToday: 8,
  modelToday: 7,
  updatedAt: "2026-11-22T12:00:00.000Z",
};

describe("the ratings tab", () => {
  it("shows per sport the newest rated game, stale teams and the games that get a model", async () => {
    const ufc = { ...nba, sport: "ufc", source: null, completeTo: null, failure: "no requests" };
    answerGet("/api/admin/ratings", { ratings: [nba, ufc] });
    renderApp("/admin?tab=ratings");
    const table = within(await screen.findByRole("table", { name: "Ratings" }));
    const [, first, second] = table.getAllByRole("row").map(({ textContent }) => textContent);
    expect(first).toContain("NBAapi-sports2026-11-2111500");
    expect(first).toContain("27 of 8");
    expect(second).toContain("none: not sold");
    expect(second).toContain("no requests");
  });

  it("says that the season is simulated when there are no live ratings", async () => {
    answerGet("/api/admin/ratings", { ratings: [] });
    renderApp("/admin?tab=ratings");
    expect(await screen.findByRole("heading", { name: "No live ratings" })).toBeTruthy();
  });

  it("gives the server's reason when the ratings cannot be read", async () => {
    answerGet("/api/admin/ratings", refusal("Prediction is down."), { status: 503 });
    renderApp("/admin?tab=ratings");
    expect((await screen.findAllByText(/Prediction is down\./)).length).toBeGreaterThan(0);
  });
});
