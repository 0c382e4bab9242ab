import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { oddsApiKey, openSandbox } from "../testing/open-sandbox.ts";
import type { ChangeKind } from "./changes.ts";
import type { Truth } from "./season.ts";

type Opened = Awaited<ReturnType<typeof openSandbox>>;
type Event = { id: string; home_team: string; away_team: string; commence_time: string };
type Score = Event & { completed: boolean; scores: { name: string; score: string }[] | null };
type Listed = { status: { short: string }; fighters: { first: Sided; second: Sided } };
type Sided = { name: string; winner: boolean | null };

const nba = "basketball_nba";
const period = { from: new Date("2026-11-02"), to: new Date("2026-11-23") };

let folder: string;
let sandbox: Opened;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "live-sandbox-"));
  sandbox = await openSandbox({ trouble: 0 });
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const reopen = async (options: Parameters<typeof openSandbox>[0]) => {
  await sandbox.close();
  sandbox = await openSandbox(options);
};
const truths = (competition?: string): Truth[] =>
  sandbox.control.truths({ ...period, competition });
const events = async (key = nba) => (await sandbox.odds(`${key}/events`)).body as Event[];
const scores = async (key = nba) =>
  (await sandbox.odds(`${key}/scores`, { daysFrom: "3" })).body as Score[];

/** The first game of the first evening, and its truth by now. */
const first = () => {
  const truth = truths(nba)[0];
  if (!truth) throw new Error("no game is scheduled");
  return truth;
};
const changed = (change: ChangeKind): Truth => {
  expect(sandbox.control.change(first().id, change)).toBeDefined();
  return first();
};
const listing = async ({ eventIds }: Truth) =>
  (await events()).find(({ id }) => eventIds.includes(id));
const result = async ({ eventIds }: Truth) =>
  (await scores()).find(({ id }) => id === eventIds.at(-1));

describe("a season", () => {
  it("is the same for the same seed, and another for another", async () => {
    const before = truths();
    expect(new Set(before.map(({ sport }) => sport)).size).toBeGreaterThanOrEqual(6);
    await reopen({ trouble: 0 });
    expect(truths()).toEqual(before);
    await reopen({ trouble: 0, seed: "another" });
    expect(truths()).not.toEqual(before);
  });

  it("has draws in soccer, and plays on after a tie elsewhere", () => {
    const soccer = truths("soccer_epl").map(({ outcome }) => outcome);
    expect(soccer.some((one) => one && "home" in one && one.home === one.away)).toBe(true);
    for (const key of [nba, "baseball_mlb", "icehockey_nhl", "americanfootball_ncaaf"])
      for (const { outcome } of truths(key))
        expect(outcome && "home" in outcome && outcome.home !== outcome.away).toBe(true);
  });

  it("brings every kind of change by itself", async () => {
    await reopen({ trouble: 4 });
    const kinds = new Set(truths().flatMap(({ changes }) => changes));
    expect([...kinds].toSorted()).toEqual([
      "abandoned",
      "canceled",
      "moved",
      "postponed",
      "relisted",
      "swapped",
    ]);
    const doubled = truths("baseball_mlb").filter(({ id }) => id.endsWith(":2"));
    expect(doubled.length).toBeGreaterThan(0);
  });

  it("ends a game at both providers as the truth says", async () => {
    const truth = first();
    sandbox.control.advance(24);
    const { completed, scores: points } = (await result(truth)) ?? {};
    expect(completed).toBe(true);
    const pointsOf = (team: string) => Number(points?.find(({ name }) => name === team)?.score);
    expect(truth.outcome).toEqual({ home: pointsOf(truth.home), away: pointsOf(truth.away) });
    const { body } = await sandbox.results("v1.basketball/games", { date: "2026-11-03" });
    const game = (body as { response: { teams: object; scores: object }[] }).response[0];
    expect(game).toMatchObject({
      teams: { home: { name: truth.home }, away: { name: truth.away } },
      scores: { home: { total: pointsOf(truth.home) }, away: { total: pointsOf(truth.away) } },
    });
  });

  it("ends a bout at API-Sports as the truth says", async () => {
    sandbox.control.advance(7 * 24);
    const { body } = await sandbox.results("v1.mma/fights", { date: "2026-11-07" });
    const fights = (body as { response: Listed[] }).response;
    const known = truths("mma_mixed_martial_arts");
    expect(fights.length).toBeGreaterThan(2);
    for (const { fighters, status } of fights) {
      const { first: red, second: blue } = fighters;
      const winner = red.winner ? "home" : blue.winner ? "away" : "draw";
      expect(known).toContainEqual(
        expect.objectContaining({ home: red.name, away: blue.name, outcome: { winner } }),
      );
      expect(status.short).toBe("FT");
    }
  });
});

describe("a change", () => {
  it("moves a game under its event id", async () => {
    const before = await listing(first());
    const after = await listing(changed({ kind: "moved", minutes: 35 }));
    expect(after).toEqual({
      ...before,
      commence_time: new Date(Date.parse(before?.commence_time ?? "") + 35 * 60_000)
        .toISOString()
        .replace(".000", ""),
    });
  });

  it("exchanges home and away, and each team keeps its points", async () => {
    const { outcome, home, away } = first();
    const truth = changed({ kind: "swapped" });
    expect(truth).toMatchObject({ home: away, away: home });
    expect(truth.outcome).toEqual(
      outcome && "home" in outcome ? { home: outcome.away, away: outcome.home } : undefined,
    );
    expect(await listing(truth)).toMatchObject({ home_team: away, away_team: home });
  });

  it("lists a game under a new id, and reports the result under that id alone", async () => {
    const old = first().eventIds[0];
    const truth = changed({ kind: "relisted" });
    expect(truth.eventIds).toHaveLength(2);
    const ids = async () => (await events()).map(({ id }) => id);
    expect(await ids()).toContain(truth.eventIds[1]);
    expect(await ids()).not.toContain(old);
    sandbox.control.advance(24);
    expect((await scores()).map(({ id }) => id)).not.toContain(old);
    expect(await result(truth)).toMatchObject({ completed: true });
  });

  it.each([
    [{ kind: "postponed" }, "POST"],
    [{ kind: "canceled" }, "CANC"],
  ] as const)("takes a game off: %o", async (change, code) => {
    const truth = changed(change);
    expect(truth.outcome).toBeNull();
    expect(await listing(truth)).toBeUndefined();
    sandbox.control.advance(24);
    expect(await result(truth)).toBeUndefined();
    const { body } = await sandbox.results("v1.basketball/games", { date: "2026-11-03" });
    expect((body as { response: Listed[] }).response[0]?.status.short).toBe(code);
  });

  it("is refused for a game that has ended", () => {
    sandbox.control.advance(24);
    expect(sandbox.control.change(first().id, { kind: "canceled" })).toBeUndefined();
    expect(sandbox.control.change("basketball_nba:2026-11-02:99", { kind: "swapped" })).toBe(
      undefined,
    );
  });
});

describe("the state", () => {
  it("survives a restart: clock, changes, faults and credits", async () => {
    const dataFile = join(folder, "state.json");
    await reopen({ trouble: 0, dataFile });
    const truth = changed({ kind: "swapped" });
    sandbox.control.advance(5);
    sandbox.control.fail({ api: "odds", kind: "error", what: "events" }, 9);
    await sandbox.odds(`${nba}/odds`, { regions: "us" });
    const { clockReads: _reads, ...state } = sandbox.control.state();
    await reopen({ trouble: 0, dataFile, startAt: new Date("2030-01-01") });
    expect(sandbox.control.state()).toMatchObject(state);
    expect(first()).toEqual(truth);
    const failed = await sandbox.call(`/v4/sports/${nba}/events?apiKey=${oddsApiKey}`);
    expect(failed.status).toBe(500);
  });

  it("has a clock that runs at its speed, stands still at 0 and never goes back", async () => {
    let wall = 1_000_000;
    await reopen({ speed: 60, wallMs: () => wall });
    const now = () => Date.parse(sandbox.control.state().now);
    const start = now();
    wall += 1_000;
    expect(now() - start).toBe(60_000);
    sandbox.control.setSpeed(0);
    wall += 5_000;
    expect(now() - start).toBe(60_000);
    sandbox.control.advance(2);
    expect(now() - start).toBe(60_000 + 2 * 3_600_000);
    wall -= 60_000;
    expect(now() - start).toBe(60_000 + 2 * 3_600_000);
  });

  it("takes orders of programs of this machine alone, never of a page", async () => {
    const order = (headers: Record<string, string>, body: object) =>
      fetch(`${sandbox.url}/_control/clock`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    expect((await order({}, { hours: 3 })).status).toBe(200);
    expect(sandbox.control.state().now).toBe("2026-11-02T15:00:00.000Z");
    expect((await order({}, {})).status).toBe(400);
    expect((await order({ origin: "https://evil.example" }, { hours: 3 })).status).toBe(403);
  });
});
