import { freePort } from "@orbline/engines/ports";
import { afterEach, describe, expect, it } from "vitest";
import type { SeenCall } from "../src/testing/fake-odds-api.ts";
import { oddsShape, scoreShape, type FakeGame } from "../src/testing/fake-odds-shapes.ts";
import { openWorld } from "./live.ts";

const nfl = "americanfootball_nfl";
const nba = "basketball_nba";
const day = 24 * 60;

const game = (id: string, home: string, away: string, more: Partial<FakeGame> = {}): FakeGame => ({
  id,
  home,
  away,
  start: "2026-11-27T18:00:00Z",
  books: [{ title: "DraftKings", home: -150, away: 130 }],
  ...more,
});
const bears = game("bears", "Chicago Bears", "Green Bay Packers");
const bulls = game("bulls", "Chicago Bulls", "Miami Heat");

type World = Awaited<ReturnType<typeof openWorld>>;
const worlds: World[] = [];
const openOne = async (options: Parameters<typeof openWorld>[0] = {}): Promise<World> => {
  const world = await openWorld(options);
  worlds.push(world);
  return world;
};
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const oddsCalls = ({ provider }: World) => provider.callsOf("odds").map(({ feed }) => feed);

describe("credits", () => {
  it("are spent only on competitions with games; the list of games is free", async () => {
    const world = await openOne();
    world.provider.games.set(nfl, [bears]);
    await world.process.poll();
    expect(oddsCalls(world)).toEqual([nfl]);
    expect(world.provider.callsOf("events")).toHaveLength(12);
    expect(world.provider.credits()).toBe(20_000 - 2);
    expect(world.provider.calls.at(-1)?.query).toEqual({
      regions: "us",
      markets: "h2h,spreads",
      oddsFormat: "american",
      dateFormat: "iso",
    });
  });

  it("keeps serving the last prices with their age when credits run out, until new credits arrive", async () => {
    const world = await openOne();
    world.provider.games.set(nfl, [bears]);
    await world.process.poll();
    const takenAt = world.time.now();
    world.provider.setCredits(1);
    world.later(2 * day - 1);
    await world.process.poll();
    const slate = world.process.slates.current("nfl");
    expect(slate).toMatchObject({ pricedAt: takenAt, games: [{ home: "Chicago Bears" }] });
    expect(oddsCalls(world)).toHaveLength(1);
    expect(await world.process.metrics()).toMatch(/odds_credits_remaining\{.*\} 1\n/);
    world.provider.setCredits(20_000);
    world.later(31);
    await world.process.poll();
    expect(world.process.slates.current("nfl").pricedAt).toEqual(world.time.now());
  });

  it("stops a round of polling when credits run out in the middle of it", async () => {
    const world = await openOne();
    world.provider.failWith(({ what }, response) => {
      if (what !== "odds") return undefined;
      world.provider.refuse(response, 401, "OUT_OF_USAGE_CREDITS");
      return true;
    });
    world.provider.games.set(nfl, [bears]);
    world.provider.games.set(nba, [bulls]);
    await world.process.poll();
    expect(oddsCalls(world)).toHaveLength(1);
    expect(world.process.slates.current("nfl").games).toEqual([]);
    world.provider.failWith();
    world.later(31);
    await world.process.poll();
    expect(world.process.slates.current("nfl").games).toHaveLength(1);
  });
});

describe("a provider in trouble", () => {
  it("is called again shortly after it limits the rate, then not for as long as it says", async () => {
    const world = await openOne();
    let limited = 2;
    let wait = "";
    world.provider.failWith(({ what }, response) => {
      if (what !== "odds" || limited === 0) return undefined;
      limited -= 1;
      if (wait) response.setHeader("retry-after", wait);
      world.provider.refuse(response, 429, "EXCEEDED_FREQ_LIMIT");
      return true;
    });
    world.provider.games.set(nfl, [bears]);
    await world.process.poll();
    expect(oddsCalls(world)).toHaveLength(3);
    expect(world.process.slates.current("nfl").games).toHaveLength(1);

    limited = 1;
    wait = "600";
    world.later(61);
    await world.process.poll();
    expect(oddsCalls(world)).toHaveLength(4);
    world.later(9);
    await world.process.poll();
    expect(world.provider.calls.at(-1)?.what).toBe("odds");
    expect(oddsCalls(world)).toHaveLength(4);
    world.later(1);
    await world.process.poll();
    expect(oddsCalls(world)).toHaveLength(5);
  });

  it.each([
    ["no JSON", "<html>", /is no JSON/],
    ["another shape", '{"games":[]}', /expected array/],
    [
      "a price in words",
      JSON.stringify([
        {
          id: "bears-7",
          sport_key: nfl,
          commence_time: "2026-11-22T18:00:00Z",
          home_team: "Chicago Bears",
          away_team: "Green Bay Packers",
          bookmakers: [
            {
              key: "fanduel",
              title: "FanDuel",
              markets: [{ key: "h2h", outcomes: [{ name: "Chicago Bears", price: "even" }] }],
            },
          ],
        },
      ]),
      /americanfootball_nfl: odds: no book can be read: malformed/,
    ],
  ])("that answers %s is refused by name; the last good slate stays", async (_what, body, why) => {
    const world = await openOne();
    world.provider.games.set(nfl, [bears]);
    await world.process.poll();
    const before = world.process.slates.current("nfl");
    world.provider.failWith(({ what }, response) => {
      if (what !== "odds") return undefined;
      response.end(body);
      return true;
    });
    world.later(61);
    await world.process.poll();
    expect(oddsCalls(world)).toHaveLength(2);
    expect(world.process.slates.current("nfl")).toEqual(before);
    expect(world.process.lines.join("\n")).toMatch(why);
    // A call that may have cost credits is not repeated at once.
    world.later(5);
    await world.process.poll();
    expect(oddsCalls(world)).toHaveLength(2);
  });

  it("is called again soon after a broken response, and its slate stays", async () => {
    const world = await openOne();
    world.provider.games.set(nfl, [bears]);
    await world.process.poll();
    world.provider.failWith((_call, response) => {
      response.destroy();
      return true;
    });
    world.later(61);
    await world.process.poll();
    expect(world.process.slates.current("nfl").games).toHaveLength(1);
    world.provider.failWith();
    world.later(31);
    await world.process.poll();
    expect(world.process.slates.current("nfl").pricedAt).toEqual(world.time.now());
  });

  it("is called again within minutes after a broken list of games", async () => {
    const world = await openOne();
    world.provider.games.set(nfl, [bears]);
    world.provider.failWith((_call, response) => {
      response.destroy();
      return true;
    });
    await world.process.poll();
    world.provider.failWith();
    world.later(1);
    await world.process.poll();
    expect(world.process.slates.current("nfl").games).toEqual([]);
    world.later(1);
    await world.process.poll();
    expect(world.process.slates.current("nfl").games).toHaveLength(1);
  });

  it.each(["UNKNOWN_SPORT", "OUT_OF_USAGE_CREDITS"])(
    "is called again in half an hour when it refuses the list of games with %s",
    async (code) => {
      const world = await openOne();
      const requested = () => world.provider.callsOf("events").filter(({ feed }) => feed === nfl);
      world.provider.failWith(({ feed }, response) => {
        if (feed !== nfl) return undefined;
        world.provider.refuse(response, code === "UNKNOWN_SPORT" ? 404 : 401, code);
        return true;
      });
      await world.process.poll();
      world.later(29);
      await world.process.poll();
      expect(requested()).toHaveLength(1);
      world.later(1);
      await world.process.poll();
      expect(requested()).toHaveLength(2);
    },
  );

  it("is not called for half an hour when it refuses the key", async () => {
    const world = await openOne();
    const refusals = async () =>
      / (\d+)\n/.exec(
        /odds_calls_total\{what="events",outcome="refused".*\n/.exec(
          await world.process.metrics(),
        )?.[0] ?? "",
      )?.[1];
    expect(await refusals()).toBe("0");
    world.provider.failWith((_call, response) => {
      world.provider.refuse(response, 401, "INVALID_KEY");
      return true;
    });
    await world.process.poll();
    expect(await refusals()).toBe("1");
    world.later(29);
    await world.process.poll();
    expect(world.provider.calls).toHaveLength(1);
    expect(world.process.lines.join("\n")).toContain("answered 401, INVALID_KEY");
  });

  it("never has its key in a log line, also when a call fails", async () => {
    const world = await openOne();
    const { apiKey } = world.provider;
    const nowhere = await world.open("second", `http://127.0.0.1:${await freePort()}`);
    await nowhere.poll();
    expect(nowhere.lines.join("\n")).toContain("ECONNREFUSED");
    world.later(61);
    for (const fault of ["destroy", "redirect", "text"] as const) {
      world.provider.failWith((_call, response) => {
        if (fault === "destroy") response.destroy();
        else if (fault === "redirect")
          response.writeHead(302, { location: `/v4?apiKey=${apiKey}` }).end();
        else response.end(apiKey);
        return true;
      });
      await world.process.poll();
      world.later(31);
    }
    const logged = [...world.process.lines, ...nowhere.lines].join("\n");
    expect(logged).not.toContain(apiKey);
    expect(logged).not.toContain("apiKey");
    await nowhere.stop();
  });
});

describe("two processes", () => {
  it("make one call between them, and both show its games", async () => {
    const world = await openOne();
    const second = await world.open("second");
    world.provider.games.set(nfl, [bears]);
    await Promise.all([world.process.poll(), second.poll()]);
    await Promise.all([world.process.poll(), second.poll()]);
    expect(oddsCalls(world)).toEqual([nfl]);
    const processes = [world.process, second];
    for (const { slates } of processes) expect(slates.current("nfl").games).toHaveLength(1);
    const exposed = await Promise.all(processes.map(({ metrics }) => metrics()));
    // A process that does not poll reports no credits at all, not zero credits.
    expect(
      exposed.filter((text) => /^odds_credits_remaining\{.*\} 19998$/m.test(text)),
    ).toHaveLength(1);
    expect(exposed.filter((text) => text.includes("odds_credits_remaining{"))).toHaveLength(1);
    await second.stop();
  });

  it("take over when the polling process is gone", async () => {
    const world = await openOne();
    world.provider.games.set(nfl, [bears]);
    await world.process.poll();
    const second = await world.open("second");
    expect(second.slates.current("nfl").games).toHaveLength(1);
    world.later(61);
    await second.poll();
    expect(oddsCalls(world)).toEqual([nfl, nfl]);
    await world.process.poll();
    expect(oddsCalls(world)).toEqual([nfl, nfl]);
    await second.stop();
  });

  it("never call at the same time: a stalled process stops where another has taken over", async () => {
    const world = await openOne();
    const second = await world.open("second");
    world.provider.games.set(nfl, [bears]);
    let takenOver: Promise<void> | undefined;
    world.provider.failWith((_call, response) => {
      if (takenOver) return undefined;
      world.later(2);
      takenOver = second.poll().finally(() => response.end("[]"));
      return true;
    });
    await world.process.poll();
    await takenOver;
    expect(world.provider.callsOf("events")).toHaveLength(1 + 12);
    expect(oddsCalls(world)).toEqual([nfl]);
    await second.stop();
  });

  /** Holds up the first matching call until another process has polled. */
  const stall = (
    world: World,
    second: World["process"],
    isIt: (call: SeenCall) => boolean,
    body: object[] = [],
  ) => {
    let hasStalled = false;
    world.provider.failWith((call, response) => {
      if (hasStalled || !isIt(call)) return undefined;
      hasStalled = true;
      world.later(6);
      void second.poll().finally(() => response.end(JSON.stringify(body)));
      return true;
    });
  };

  it("do not overwrite a newer list after a stall", async () => {
    const world = await openOne();
    const second = await world.open("second");
    world.provider.games.set(nfl, [bears]);
    stall(world, second, () => true);
    await world.process.poll();
    expect(world.process.slates.current("nfl").games).toHaveLength(1);
    await second.stop();
  });

  it("do not undo the mark of another process after a stall, which would pay twice", async () => {
    const world = await openOne();
    const second = await world.open("second");
    world.provider.games.set(nfl, [bears]);
    world.provider.games.set(nba, [bulls]);
    const prices = oddsShape(nfl, bears, { markets: ["h2h"], now: world.time.now() });
    stall(world, second, ({ what, feed }) => what === "odds" && feed === nfl, [prices]);
    await world.process.poll();
    expect(oddsCalls(world)).toEqual([nfl, nba]);
    world.later(1);
    await second.poll();
    expect(oddsCalls(world)).toEqual([nfl, nba]);
    await second.stop();
  });

  it("read a result that the other process stores late", async () => {
    const world = await openOne();
    const second = await world.open("second");
    world.provider.games.set(nba, [bulls]);
    await world.process.poll();
    world.time.set("2026-11-27T23:00:00Z");
    const { version } = second.ratings("nba");
    const played = scoreShape(
      nba,
      { ...bulls, score: { home: "110", away: "90" } },
      world.time.now(),
    );
    world.provider.failWith(({ what }, response) => {
      if (what !== "scores") return undefined;
      world.later(6);
      void second.refresh().finally(() => response.end(JSON.stringify([played])));
      return true;
    });
    await world.process.poll();
    await second.refresh();
    expect(second.ratings("nba").version).toBe(`${version}+1`);
    await second.stop();
  });
});
