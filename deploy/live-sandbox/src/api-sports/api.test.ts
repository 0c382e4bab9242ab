import { afterEach, describe, expect, it } from "vitest";
import { openSandbox } from "../testing/open-sandbox.ts";

type Opened = Awaited<ReturnType<typeof openSandbox>>;
const opened: Opened[] = [];
const open = async (options: Parameters<typeof openSandbox>[0] = {}): Promise<Opened> => {
  const sandbox = await openSandbox(options);
  opened.push(sandbox);
  return sandbox;
};
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close();
});

/** Paths of all fields of an object; a list counts as its first entry. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.length > 0 ? fieldsOf(value[0], `${path}[]`) : [path];
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, part]) =>
    fieldsOf(part, path ? `${path}.${name}` : name),
  );
}

const named = (prefix: string, names: string) =>
  names.split(" ").map((name) => (prefix ? `${prefix}.${name}` : name));
const quarters = (last: string) => `quarter_1 quarter_2 quarter_3 quarter_4 ${last} total`;
const sides = (prefix: string, names: string) =>
  ["home", "away"].flatMap((side) => named(`${prefix}.${side}`, names));
const teamGame = [
  ...named("", "id date time timestamp timezone week"),
  ...named("country", "id name code flag"),
  ...named("league", "id name type season logo"),
  ...sides("teams", "id name logo"),
];

// The fields that recorded answers of each host have.
const shapes = {
  "v1.american-football/games": [
    ...named("game", "id stage week"),
    ...named("game.date", "timezone date time timestamp"),
    ...named("game.venue", "name city"),
    ...named("game.status", "short long timer"),
    ...named("league", "id name season logo"),
    ...named("league.country", "name code flag"),
    ...sides("teams", "id name logo"),
    ...sides("scores", quarters("overtime")),
  ],
  "v1.basketball/games": [
    ...teamGame,
    ...named("", "stage venue"),
    ...named("status", "long short timer"),
    ...sides("scores", quarters("over_time")),
  ],
  "v1.baseball/games": [
    ...teamGame,
    ...named("status", "long short"),
    ...sides("scores", "hits errors total"),
    ...sides("scores", "1 2 3 4 5 6 7 8 9 extra").map((path) =>
      path.replace(/\.(\w+)$/, ".innings.$1"),
    ),
  ],
  "v1.hockey/games": [
    ...teamGame,
    ...named("", "timer events"),
    ...named("status", "long short"),
    ...named("scores", "home away"),
    ...named("periods", "first second third overtime penalties"),
  ],
  "v3.football/fixtures": [
    ...named("fixture", "id referee timezone date timestamp"),
    ...named("fixture.periods", "first second"),
    ...named("fixture.venue", "id name city"),
    ...named("fixture.status", "long short elapsed extra"),
    ...named("league", "id name country logo flag season round"),
    ...sides("teams", "id name logo winner"),
    ...named("goals", "home away"),
    ...["halftime", "fulltime", "extratime", "penalty"].flatMap((part) =>
      named(`score.${part}`, "home away"),
    ),
  ],
  "v1.mma/fights": [
    ...named("", "id date time timestamp timezone slug is_main category"),
    ...named("status", "long short"),
    ...["first", "second"].flatMap((one) => named(`fighters.${one}`, "id name logo winner")),
  ],
};

type Envelope = { errors: object; results: number; response: { id: number }[] };

describe("API-Sports of the sandbox", () => {
  it.each(Object.entries(shapes))("answers %s with the recorded fields", async (path, fields) => {
    const sandbox = await open();
    sandbox.control.advance(8 * 24);
    const { body, headers } = await sandbox.results(path, { date: "2026-11-08" });
    const {
      get: _get,
      parameters: _parameters,
      paging,
      ...rest
    } = body as Envelope & {
      get: string;
      parameters: object;
      paging?: object;
    };
    expect(rest).toEqual({
      errors: [],
      results: rest.response.length,
      response: expect.any(Array),
    });
    expect(paging).toEqual(path.startsWith("v3") ? { current: 1, total: 1 } : undefined);
    expect(rest.response.length).toBeGreaterThan(0);
    for (const game of rest.response) expect(fieldsOf(game).toSorted()).toEqual(fields.toSorted());
    expect(headers.get("x-ratelimit-requests-remaining")).toBe("74999");
    expect(headers.get("x-ratelimit-limit")).not.toBeNull();
  });

  it("says how fights ended, by their ids", async () => {
    const sandbox = await open();
    sandbox.control.advance(8 * 24);
    const { body } = await sandbox.results("v1.mma/fights", { date: "2026-11-07" });
    const ids = (body as Envelope).response.map(({ id }) => id);
    const results = await sandbox.results("v1.mma/fights/results", { ids: ids.join("-") });
    const rows = (results.body as Envelope).response;
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      const fields = "won_type round minute ko_type target sub_type score".split(" ");
      expect(Object.keys(row).toSorted()).toEqual(["fight", ...fields].toSorted());
    }
  });

  it("filters by league, season and local date", async () => {
    const sandbox = await open();
    sandbox.control.advance(8 * 24);
    const count = async (query: Record<string, string>) =>
      ((await sandbox.results("v1.basketball/games", query)).body as Envelope).results;
    const season = { league: "12", season: "2026-2027" };
    // The games of an evening in New York have the next date in UTC.
    expect(await count({ ...season, date: "2026-11-03" })).toBe(5);
    expect(await count({ ...season, date: "2026-11-02", timezone: "America/New_York" })).toBe(5);
    expect(await count({ ...season, date: "2026-11-02" })).toBe(0);
    expect(await count({ ...season, season: "2025-2026", date: "2026-11-03" })).toBe(0);
    expect(await count(season)).toBeGreaterThan(40);
  });

  it("refuses with status 200 and an object of errors", async () => {
    const sandbox = await open({ requestsPerDay: 1 });
    const errors = async (query: Record<string, string>, key?: string) =>
      Object.keys(((await sandbox.results("v1.hockey/games", query, key)).body as Envelope).errors);
    expect(await errors({ date: "2026-11-03" }, "")).toEqual(["token"]);
    expect(await errors({ date: "2026-11-03" }, "another-key")).toEqual(["token"]);
    expect(await errors({})).toEqual(["required"]);
    expect(await errors({ league: "57" })).toEqual(["season"]);
    expect(await errors({ date: "3 November" })).toEqual(["date"]);
    expect(await errors({ date: "2026-11-03" })).toEqual([]);
    expect(await errors({ date: "2026-11-03" })).toEqual(["requests"]);
    sandbox.control.advance(24);
    expect(await errors({ date: "2026-11-03" })).toEqual([]);
  });
});
