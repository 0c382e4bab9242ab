import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ResultsQuery } from "../source.ts";
import { gameLogFields, starterOf } from "./shapes.ts";
import { fileSource } from "./source.ts";

let folder: string;
let unreadable: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "results-"));
  unreadable = [];
});
afterEach(() => rm(folder, { recursive: true }));

const open = (...places: string[]) =>
  fileSource({
    places: places.length > 0 ? places : [folder],
    oldest: "2024-01-01",
    onUnreadable: (_file, rows, why) => unreadable.push(`${rows}: ${why}`),
  });
const put = (name: string, ...lines: string[]) =>
  writeFile(join(folder, name), `${lines.join("\n")}\n`);
const all = { from: "2024-01-01", to: "2027-12-31" };
const ask = (query: Pick<ResultsQuery, "sport" | "league">) => open().games({ ...all, ...query });

describe("files of results", () => {
  it("can be nflverse's games, with the games to come", async () => {
    await put(
      "games.csv",
      "game_id,season,game_type,week,gameday,weekday,gametime,away_team,away_score,home_team,home_score,location,overtime,away_moneyline,home_moneyline,spread_line",
      "2025_01_KC_LAC,2025,REG,1,2025-09-05,Friday,20:00,KC,21,LAC,27,Neutral,0,-175,145,-3.5",
      "2025_22_A_B,2025,SB,22,2026-02-08,Sunday,18:30,LA,,SF,,Neutral,,,,",
    );
    const [played, coming] = await ask({ sport: "nfl" });
    expect(played).toEqual({
      sourceId: "2025-09-05:nfl:Los Angeles Chargers:Kansas City Chiefs:1",
      sport: "nfl",
      date: "2025-09-05",
      startsAt: new Date("2025-09-06T00:00:00Z"),
      home: "Los Angeles Chargers",
      away: "Kansas City Chiefs",
      status: "finished",
      result: { kind: "score", home: 27, away: 21, overtime: false },
      facts: { season: 2025, neutral: true, postseason: false },
      prices: { home: 145, draw: null, away: -175 },
      spreadHome: 3.5,
    });
    expect(coming).toMatchObject({
      status: "scheduled",
      startsAt: new Date("2026-02-08T23:30:00Z"),
      facts: { postseason: true },
    });
  });

  it("can be those of football-data.co.uk, whose times are London's", async () => {
    await put(
      "E0.csv",
      "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,AvgCH,AvgCD,AvgCA",
      "E0,15/08/2025,20:00,Liverpool,Bournemouth,4,2,H,1.30,6.00,8.50",
      "X9,15/08/2025,20:00,Nowhere,Elsewhere,4,2,H,1.30,6.00,8.50",
    );
    await put(
      "BRA.csv",
      "Country,League,Season,Date,Time,Home,Away,HG,AG,Res",
      "Brazil,Serie A,2026,29/03/26,01:30,Sao Paulo,Santos,0,0,D",
    );
    expect(await ask({ sport: "soccer", league: "epl" })).toMatchObject([
      {
        date: "2025-08-15",
        startsAt: new Date("2025-08-15T19:00:00Z"),
        home: "Liverpool",
        result: { kind: "score", home: 4, away: 2 },
        prices: { home: -333, draw: 500, away: 750 },
      },
    ]);
    expect(await ask({ sport: "soccer", league: "brazil-serie-a" })).toMatchObject([
      { date: "2026-03-28", result: { home: 0, away: 0 }, prices: null },
    ]);
  });

  it("can be Retrosheet's game logs, with both games of a doubleheader and the pitchers", async () => {
    const fields = (game: string, home: string, away: string) => {
      const row = Array.from({ length: gameLogFields }, () => "");
      Object.assign(row, { 0: "20250704", 1: game, 3: "NYA", 6: "NYN", 9: away, 10: home });
      Object.assign(row, { 102: "Gerrit Cole", 104: "Kodai Senga" });
      return row.map((value) => `"${value}"`).join(",");
    };
    await put("GL2025.TXT", fields("1", "6", "5"), fields("2", "0", "12"), fields("0", "x", "1"));
    const games = await ask({ sport: "mlb" });
    expect(games.map(({ sourceId, result }) => [sourceId.slice(-2), result])).toEqual([
      [":1", { kind: "score", home: 6, away: 5 }],
      [":2", { kind: "score", home: 0, away: 12 }],
    ]);
    expect(games[0]).toMatchObject({
      home: "New York Mets",
      facts: { homeStarter: "KSENGA", awayStarter: "GCOLE" },
    });
    expect(unreadable).toEqual(['1: line 3: homeRuns: "x" is not a score']);
  });

  it("can be exports of ufcstats.com, whose dates are in the file of events", async () => {
    await put(
      "ufc_event_details.csv",
      "EVENT,URL,DATE,LOCATION",
      'UFC 330,u,"November 21, 2026",US',
    );
    await put(
      "ufc_fight_results.csv",
      "EVENT,BOUT,OUTCOME,WEIGHTCLASS,METHOD,ROUND,TIME",
      "UFC 330,Max Holloway vs. Ilia Topuria,L/W,UFC Featherweight Title Bout,KO/TKO ,3,1:34",
      "UFC 330,Anna One vs. Bea Two,D/D,Women's Flyweight Bout,Decision - Majority,3,5:00",
      "UFC 330,Carl Three vs. Dan Four,NC/NC,Lightweight Bout,Overturned,1,0:10",
      "UFC 999,Eve Five vs. Fay Six,W/L,Lightweight Bout,Submission,1,0:10",
    );
    expect(await ask({ sport: "ufc" })).toMatchObject([
      {
        date: "2026-11-21",
        home: "Max Holloway",
        away: "Ilia Topuria",
        result: { kind: "winner", winner: "away", finish: true, knockout: true },
        facts: { weightClass: "Featherweight" },
      },
      { result: { kind: "winner", winner: "draw" } },
      { result: { kind: "void" } },
    ]);
    expect(unreadable[0]).toContain("UFC 999");
  });

  it("can be training files, plain or compressed", async () => {
    const lines = [
      "date,season,home,away,home_score,away_score,neutral,home_ml,away_ml,draw_ml,spread_home,game_type",
      "2023-12-31,2024,Miami Heat,Utah Jazz,90,99,0,,,,,REG",
      "2026-11-01,2027,Miami Heat,Utah Jazz,101,99,0,-150,130,,-3,REG",
      "2026-11-02,2027,Miami Heat,Utah Jazz,many,99,0,,,,,REG",
    ];
    await writeFile(join(folder, "nba.csv.gz"), gzipSync(lines.join("\n")));
    expect(await ask({ sport: "nba" })).toEqual([
      expect.objectContaining({
        date: "2026-11-01",
        prices: { home: -150, draw: null, away: 130 },
        spreadHome: -3,
        facts: expect.objectContaining({
          season: 2027,
          neutral: false,
          postseason: false,
        }) as object,
      }),
    ]);
    expect(unreadable).toEqual(["1: line 4: home_score: is not a score"]);
  });

  it("are read again when they change", async () => {
    const header = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG";
    const source = open();
    const read = () => source.games({ ...all, sport: "soccer", league: "epl" });
    await put("E0.csv", header, "E0,15/08/2025,Liverpool,Everton,,");
    expect(await read()).toMatchObject([{ status: "scheduled" }]);
    await put("E0.csv", header, "E0,15/08/2025,Liverpool,Everton,1,0");
    await utimes(join(folder, "E0.csv"), 1, 1);
    expect(await read()).toMatchObject([{ status: "finished" }]);
  });

  it("can be at an address, which is not loaded again while its tag is the same", async () => {
    const tags: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      tags.push(request.headers["if-none-match"]);
      if (request.headers["if-none-match"] === '"v1"') return response.writeHead(304).end();
      response.writeHead(200, { etag: '"v1"' });
      return response.end("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,15/08/2025,Leeds,Hull,1,0\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const source = open(`http://127.0.0.1:${port}/E0.csv`);
    const read = () => source.games({ ...all, sport: "soccer", league: "epl" });
    expect(await read()).toEqual(await read());
    expect(tags).toEqual([undefined, '"v1"']);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(read()).rejects.toThrow("not reachable");
  });

  it("at an address that cannot be reached fail their own sports alone, until it is back", async () => {
    let status = 500;
    const server = createServer((_request, response) => {
      response.writeHead(status);
      response.end("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,15/08/2025,Leeds,Hull,1,0\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await put("D1.csv", "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG", "D1,15/08/2025,Mainz,Koln,1,0");
    const source = open(`http://127.0.0.1:${port}/E0.csv`, join(folder, "none"), folder);
    const read = (league: string) => source.games({ ...all, sport: "soccer", league });
    await expect(read("epl")).rejects.toThrow("status 500");
    expect(await read("bundesliga")).toHaveLength(1);
    status = 200;
    expect(await read("epl")).toHaveLength(1);
    status = 500;
    await expect(read("epl")).rejects.toThrow("status 500");
    expect(await read("bundesliga")).toHaveLength(1);
    await new Promise((resolve) => server.close(resolve));
  });

  it("say when no file has a sport, and when a file has no known shape", async () => {
    await put("other.csv", "a,b", "1,2");
    await expect(ask({ sport: "nhl" })).rejects.toThrow("no file has results of nhl");
    expect(unreadable).toEqual(["1: the columns are of no known shape"]);
  });
});

describe("a listed pitcher", () => {
  it.each([
    ["Gerrit Cole", "GCOLE"],
    ["Lance McCullers Jr.", "LMCCULLERS"],
    ["José Berríos", "JBERRIOS"],
    ["", undefined],
  ])("of %j is rated as %j", (name, listed) => {
    expect(starterOf(name)).toBe(listed);
  });
});
