import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settableClock } from "../../testing/season.ts";
import type { ResultsQuery } from "../source.ts";
import { apiSportsSource } from "./source.ts";

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

const time = settableClock("2026-11-24T12:00:00Z");
let server: Server;
let requests: { path: string; key: string | undefined; query: Record<string, string> }[];
let answer: (path: string, query: Record<string, string>) => Answer;
let unreadable: string[];

const listOf = (...response: unknown[]): Answer => ({
  body: { errors: [], results: response.length, response },
});

beforeEach(async () => {
  requests = [];
  unreadable = [];
  time.set("2026-11-24T12:00:00Z");
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const query = Object.fromEntries(url.searchParams);
    const key = request.headers["x-apisports-key"];
    requests.push({ path: url.pathname, key: typeof key === "string" ? key : undefined, query });
    const { status = 200, headers = {}, body } = answer(url.pathname, query);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const open = () =>
  apiSportsSource({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{host}`,
    apiKey: "key-of-a-test",
    clock: time,
    onUnreadable: (_query, entries, why) => unreadable.push(`${entries}: ${why}`),
  });
const ask = (query: Partial<ResultsQuery>) =>
  open().games({ sport: "nba", from: "2026-11-22", to: "2026-11-23", ...query });

const at = (iso: string) => Date.parse(iso) / 1_000;
const sides = (home: string, away: string) => ({
  home: { id: 1, name: home },
  away: { name: away },
});
const game = (home: unknown, away: unknown, more: object = {}) => ({
  id: 384945,
  date: "2026-11-23T00:30:00+00:00",
  timestamp: at("2026-11-23T00:30:00Z"),
  status: { long: "Game Finished", short: "FT", timer: null },
  league: { id: 12, season: "2026-2027" },
  teams: sides("Denver Nuggets", "Utah Jazz"),
  scores: { home, away },
  ...more,
});

describe("API-Sports", () => {
  it("asks the sport's host with the key in the header, by local date", async () => {
    answer = () => listOf(game({ total: 120, over_time: null }, { total: 100 }));
    const games = await ask({});
    expect(requests).toEqual(
      ["2026-11-22", "2026-11-23"].map((date) => ({
        path: "/v1.basketball/games",
        key: "key-of-a-test",
        query: { date, league: "12", season: "2026-2027", timezone: "America/New_York" },
      })),
    );
    expect(games[0]).toEqual({
      sourceId: "384945",
      sport: "nba",
      date: "2026-11-22",
      startsAt: new Date("2026-11-23T00:30:00Z"),
      home: "Denver Nuggets",
      away: "Utah Jazz",
      status: "finished",
      result: { kind: "score", home: 120, away: 100, overtime: false },
    });
  });

  it("asks for a whole season where a range would cost a request for every day", async () => {
    answer = () => listOf();
    await ask({ from: "2026-05-01", to: "2026-11-01" });
    expect(requests.map(({ query }) => query)).toEqual([
      { league: "12", season: "2025-2026", timezone: "America/New_York" },
      { league: "12", season: "2026-2027", timezone: "America/New_York" },
    ]);
  });

  it.each([
    ["FT", "finished"],
    ["AOT", "finished"],
    ["Q3", "scheduled"],
    ["NS", "scheduled"],
    ["POST", "canceled"],
    ["CANC", "canceled"],
    ["ABD", "canceled"],
  ])("reads a game with the code %s as %s", async (short, status) => {
    answer = () => listOf(game({ total: 88 }, { total: 80 }, { status: { short } }));
    const [read] = await ask({});
    expect(read?.status).toBe(status);
    expect(read?.result !== undefined).toBe(status === "finished");
  });

  it("leaves out one unreadable game and keeps the others", async () => {
    answer = () => listOf(game({ total: 88 }, { total: "88" }), game({ total: 99 }, { total: 90 }));
    const games = await ask({ from: "2026-11-22", to: "2026-11-22" });
    expect(games.map(({ result }) => result)).toEqual([
      { kind: "score", home: 99, away: 90, overtime: false },
    ]);
    expect(unreadable).toHaveLength(1);
  });

  it("waits for the score of a finished game without one", async () => {
    answer = () => listOf(game({ total: null }, { total: null }));
    expect((await ask({}))[0]).toMatchObject({ status: "scheduled" });
  });

  it("reads college football by the UTC date and leaves out the preseason", async () => {
    const entry = (stage: string) => ({
      game: {
        id: 7,
        stage,
        date: { timestamp: at("2026-11-22T00:30:00Z") },
        status: { short: "FT" },
      },
      teams: sides("Texas", "Texas A&M"),
      scores: { home: { total: 24, overtime: null }, away: { total: 17 } },
    });
    answer = () => listOf(entry("Regular Season"), entry("Pre Season"), entry("Post Season"));
    const games = await ask({ sport: "cfb", from: "2026-11-22", to: "2026-11-22" });
    expect(games.map(({ date, facts }) => [date, facts?.postseason])).toEqual([
      ["2026-11-22", false],
      ["2026-11-22", true],
    ]);
  });

  it("adds the goal of a shoot-out where the score does not hold it", async () => {
    const more = { status: { short: "AP" }, periods: { penalties: "1-2" } };
    answer = () => listOf(game(3, 3, more), game(3, 4, more));
    const games = await ask({ sport: "nhl", from: "2026-11-22", to: "2026-11-22" });
    expect(games.map(({ result }) => result)).toEqual([
      { kind: "score", home: 3, away: 4, overtime: true },
      { kind: "score", home: 3, away: 4, overtime: true },
    ]);
    expect(requests[0]?.query["season"]).toBe("2026");
  });

  it("takes the score after 90 minutes of a soccer playoff that went on", async () => {
    const fixture = (short: string, fulltime: object) => ({
      fixture: { id: 9, timestamp: at("2026-11-22T20:00:00Z"), status: { short } },
      teams: sides("Inter Miami", "Columbus Crew"),
      goals: { home: 3, away: 2 },
      score: { fulltime },
    });
    answer = () =>
      listOf(fixture("AET", { home: 2, away: 2 }), fixture("FT", { home: 3, away: 2 }));
    const games = await ask({ sport: "soccer", league: "mls" });
    expect(games.map(({ result }) => result)).toEqual([
      { kind: "score", home: 2, away: 2, overtime: true },
      { kind: "score", home: 3, away: 2, overtime: false },
    ]);
    expect(requests[0]).toMatchObject({
      path: "/v3.football/fixtures",
      query: { league: "253", season: "2026", from: "2026-11-22", to: "2026-11-23" },
    });
  });

  it("reads bouts of the UFC alone, with how they were won", async () => {
    const bout = (id: number, first: boolean, second: boolean, slug = "UFC 330: A vs. B") => ({
      id,
      timestamp: at("2026-11-22T05:10:00Z"),
      slug,
      category: "Lightweight",
      status: { short: "FT" },
      fighters: {
        first: { name: `Red ${id}`, winner: first },
        second: { name: `Blue ${id}`, winner: second },
      },
    });
    const won = (id: number, won_type: string) => ({
      fight: { id },
      won_type,
      round: 2,
      score: [],
    });
    answer = (path) =>
      path.endsWith("/results")
        ? listOf(won(1, "KO"), won(2, "Points"), won(3, "Points"), won(4, "NC"))
        : listOf(
            bout(1, false, true),
            bout(2, true, false),
            bout(3, false, false),
            bout(4, false, false),
            bout(5, false, false),
            bout(6, true, false, "Regional Cage 4"),
          );
    const games = await ask({ sport: "ufc", from: "2026-11-21", to: "2026-11-21" });
    expect(games.map(({ date, status, result }) => [date, status, result])).toEqual([
      ["2026-11-21", "finished", { kind: "winner", winner: "away", finish: true, knockout: true }],
      [
        "2026-11-21",
        "finished",
        { kind: "winner", winner: "home", finish: false, knockout: false },
      ],
      ["2026-11-21", "finished", { kind: "winner", winner: "draw" }],
      ["2026-11-21", "finished", { kind: "void" }],
      ["2026-11-21", "scheduled", undefined],
    ]);
  });

  it.each([
    ["the plan does not contain the season", { plan: "Free plans do not have access" }, 12 * 60],
    ["the day's requests are used up", { requests: "You have reached the limit" }, 12 * 60],
    ["the minute's requests are used up", { rateLimit: "Too many requests." }, 1],
    ["the key is wrong", { token: "Error/Missing application key." }, 60],
  ])("says how long to wait when %s", async (_what, errors, minutes) => {
    answer = () => ({ body: { errors, results: 0, response: [] } });
    await expect(ask({})).rejects.toMatchObject({ pauseMs: minutes * 60_000 });
  });

  it("leaves a host alone whose requests of the day are used up, and no other", async () => {
    answer = (path) => ({
      ...listOf(),
      headers: { "x-ratelimit-requests-remaining": path.includes("basketball") ? "0" : "80" },
    });
    const source = open();
    const query = { from: "2026-11-22", to: "2026-11-22" };
    await source.games({ sport: "nba", ...query });
    await expect(source.games({ sport: "nba", ...query })).rejects.toThrow("today");
    await source.games({ sport: "nhl", ...query });
    expect(requests).toHaveLength(2);
    time.set("2026-11-25T00:00:01Z");
    await source.games({ sport: "nba", ...query });
    expect(requests).toHaveLength(3);
  });

  it("asks more often on a plan with more requests", async () => {
    answer = () => ({ ...listOf(), headers: { "x-ratelimit-requests-remaining": "7000" } });
    const source = open();
    const pace = { sport: "nba", competitions: 6, now: time.now() } as const;
    const { awaitedMs: free } = await source.pace(pace);
    await source.games({ sport: "nba", from: "2026-11-22", to: "2026-11-22" });
    const { awaitedMs: paid } = await source.pace(pace);
    expect([free, paid]).toEqual([6_480_000, 300_000]);
  });

  it.each([
    ["an error page", { status: 502, body: "<html>" }],
    ["no JSON", { body: "<html>" }],
    ["another envelope", { body: [1] }],
  ])("refuses %s without telling the key", async (_what, faulty) => {
    answer = () => faulty;
    const failure = await ask({}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "Error", pauseMs: undefined });
    expect(String(failure)).not.toContain("key-of-a-test");
  });

  it("covers every sport and every league of the ratings", () => {
    const { covers } = open();
    expect([covers("ufc"), covers("soccer", "epl"), covers("soccer", "other")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
