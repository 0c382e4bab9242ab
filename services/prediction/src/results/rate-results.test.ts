import { describe, expect, it } from "vitest";
import type { StoredResult } from "../domain/live-games/rated-result.ts";
import type { Sport } from "../domain/sport.ts";
import { teams } from "../engine/serving/predict.ts";
import { loadModels } from "../slates/models.ts";
import { present } from "../testing/present.ts";
import { resultRater } from "./rate-results.ts";

const models = loadModels();
const rate = (sport: Sport, games: readonly StoredResult[], preferred = "api-sports") =>
  resultRater(sport, teams(present(models.get(sport))), preferred)(games);

const stored = (
  sport: Sport,
  [home, away]: readonly [string, string],
  more: Partial<StoredResult> & { start?: string } = {},
): StoredResult => {
  const { start = "2026-11-08T18:00:00Z", source = "api-sports", ...others } = more;
  const date = start.slice(0, 10);
  const id = `${source}:${home}:${start}`;
  const game = { id, sourceId: id, source, sport, date, startsAt: new Date(start), home, away };
  return { ...game, status: "finished", result: { kind: "score", home: 3, away: 1 }, ...others };
};
const dodgers = ["Los Angeles Dodgers", "New York Mets"] as const;

describe("results under rated names", () => {
  it("are matched by the spellings of every source", async () => {
    const { games, unknown } = await rate("mlb", [
      stored("mlb", ["St.Louis Cardinals", "Oakland Athletics"], { start: "2026-05-08T18:00:00Z" }),
    ]);
    expect(games).toMatchObject([{ home: "St. Louis Cardinals", away: "Athletics" }]);
    expect(unknown).toEqual([]);
  });

  it("leave out an unknown team of a league whose teams are all known, and name it", async () => {
    const { games, unknown } = await rate("nba", [stored("nba", ["Team Stephen", "Utah Jazz"])]);
    expect(games).toEqual([]);
    expect(unknown).toEqual(["Team Stephen"]);
  });

  it("rate a new fighter under one name for all spellings, in alphabetical order", async () => {
    const winner = { kind: "winner", winner: "home" } as const;
    const { games, newcomers } = await rate("ufc", [
      stored("ufc", ["Új Harcos", "Max Holloway"], { result: winner, facts: { homeAge: 25 } }),
      stored("ufc", ["Uj Harcos", "Ilia Topuria"], {
        result: winner,
        start: "2027-03-08T18:00:00Z",
      }),
    ]);
    expect(games).toMatchObject([
      {
        home: "Max Holloway",
        away: "Uj Harcos",
        result: { winner: "away" },
        facts: { awayAge: 25 },
      },
      { home: "Ilia Topuria", away: "Uj Harcos", result: { winner: "away" } },
    ]);
    expect(newcomers).toMatchObject([{ name: "Uj Harcos", games: 2, lastPlayed: "2027-03-08" }]);
  });

  it("rate college teams below the first division by games against it alone", async () => {
    const { games } = await rate("cfb", [
      stored("cfb", ["Alabama", "Mercer"]),
      stored("cfb", ["Mercer", "Furman"], { start: "2026-11-15T18:00:00Z" }),
    ]);
    expect(games).toMatchObject([
      { home: "Alabama", away: "Mercer", facts: { homeDivision: "fbs", awayDivision: "fcs" } },
    ]);
  });

  it("count a game once that two sources report, under the preferred one", async () => {
    const twice = [
      stored("nfl", ["Chicago Bears", "Detroit Lions"], { source: "files", startsAt: undefined }),
      stored("nfl", ["Chicago Bears", "Detroit Lions"]),
    ];
    for (const preferred of ["api-sports", "files"]) {
      const { games } = await rate("nfl", twice, preferred);
      expect(games.map(({ source }) => source)).toEqual([preferred]);
    }
  });

  it("take a finished game of another source where the preferred one still waits", async () => {
    const open = stored("nfl", ["Chicago Bears", "Detroit Lions"]);
    const { games } = await rate("nfl", [
      { ...open, status: "scheduled", result: undefined },
      stored("nfl", ["Chicago Bears", "Detroit Lions"], { source: "sold" }),
    ]);
    expect(games.filter(({ status }) => status === "finished")).toHaveLength(1);
  });

  it("keep both games of a doubleheader of two sources, and games on consecutive days", async () => {
    const starts = ["2026-07-04T17:00:00Z", "2026-07-04T23:00:00Z", "2026-07-05T17:00:00Z"];
    const sources = ["api-sports", "sold"];
    const { games } = await rate(
      "mlb",
      sources.flatMap((source) => starts.map((start) => stored("mlb", dodgers, { start, source }))),
    );
    expect(games.map(({ source }) => source)).toEqual(["api-sports", "api-sports", "api-sports"]);
  });

  it("count a game once that a source lists under two ids", async () => {
    const one = stored("nhl", ["Boston Bruins", "Utah Mammoth"]);
    const { games } = await rate("nhl", [one, { ...one, id: "relisted", sourceId: "relisted" }]);
    expect(games).toHaveLength(1);
  });

  it("leave out exhibition games before the season", async () => {
    const { games } = await rate("nba", [
      stored("nba", ["Boston Celtics", "Utah Jazz"], { start: "2026-10-08T23:00:00Z" }),
    ]);
    expect(games).toEqual([]);
  });
});
