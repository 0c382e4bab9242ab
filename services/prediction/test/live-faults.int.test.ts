import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventShape, oddsShape, type FakeGame } from "../src/testing/fake-odds-shapes.ts";
import { openWorld } from "./live.ts";

const nfl = "americanfootball_nfl";
const hour = 60;

const game = (id: string, home: string, away: string): FakeGame => ({
  id,
  home,
  away,
  start: "2026-12-20T18:00:00Z",
  books: [
    { title: "DraftKings", home: -150, away: 130 },
    { title: "FanDuel", home: -145, away: 125 },
  ],
});
const bears = game("bears", "Chicago Bears", "Green Bay Packers");
const cowboys = game("cowboys", "Dallas Cowboys", "Detroit Lions");

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld({ at: "2026-12-14T12:00:00Z" });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.provider.failWith();
  world.provider.games.set(nfl, [bears, cowboys]);
  world.later(2 * hour);
  await world.process.poll();
  expect(world.process.slates.current("nfl")).toMatchObject({
    pricedAt: world.time.now(),
    games: [{ books: [{}, {}] }, { books: [{}, {}] }],
  });
});

/** Polls when prices are due, with another response to one kind of call for NFL games. */
const pollWith = async (wanted: string, answer: (response: ServerResponse) => void) => {
  world.provider.failWith(({ what, feed }, response) => {
    if (what !== wanted || feed !== nfl) return undefined;
    answer(response);
    return true;
  });
  world.later(2 * hour);
  await world.process.poll();
};
type Shape = ReturnType<typeof oddsShape>;
const shapesOf = () =>
  [bears, cowboys].map((one) => oddsShape(nfl, one, { markets: ["h2h"], now: world.time.now() }));
/** The prices of both games after a change to those of the Bears. */
const changed = (change: (shape: Shape) => object) => (response: ServerResponse) => {
  const [first, ...others] = shapesOf();
  response.end(JSON.stringify([first && change(first), ...others]));
};
const books = () =>
  Object.fromEntries(
    world.process.slates
      .current("nfl")
      .games.map((one) => [one.home, one.books.map(({ book }) => book)]),
  );
const callsOf = (what: string) =>
  world.provider.callsOf(what).filter(({ feed }) => feed === nfl).length;

describe("a response of the odds provider", () => {
  const both = ["DraftKings", "FanDuel"];

  it.each<[string, (market: Shape["bookmakers"][number]) => object]>([
    ["without a price", () => ({ outcomes: [{ name: "Chicago Bears", price: null }] })],
    ["with a price in words", () => ({ outcomes: [{ name: "Chicago Bears", price: "-110" }] })],
  ])("%s of one book costs that book of that game", async (_which, market) => {
    await pollWith(
      "odds",
      changed(({ bookmakers: [first, ...others], ...shape }) => ({
        ...shape,
        bookmakers: [
          { ...first, markets: [{ key: "h2h", ...(first && market(first)) }] },
          ...others,
        ],
      })),
    );
    expect(books()).toEqual({ "Chicago Bears": ["FanDuel"], "Dallas Cowboys": both });
    expect(world.process.slates.current("nfl").pricedAt).toEqual(world.time.now());
    expect(await world.process.metrics()).toMatch(
      /odds_books_left_out_total\{sport="nfl",fault="malformed".*\} [1-9]/,
    );
  });

  it("with a book without markets costs that book of that game", async () => {
    await pollWith(
      "odds",
      changed(({ bookmakers: [first, ...others], ...shape }) => ({
        ...shape,
        bookmakers: [{ key: first?.key, title: first?.title }, ...others],
      })),
    );
    expect(books()).toEqual({ "Chicago Bears": ["FanDuel"], "Dallas Cowboys": both });
  });

  it.each<[string, (shape: Shape) => object]>([
    ["without bookmakers", ({ bookmakers: _none, ...shape }) => shape],
    ["without a home team", (shape) => ({ ...shape, home_team: null })],
    ["with a Unix time", (shape) => ({ ...shape, commence_time: 1_787_000_000 })],
  ])("with an event %s costs that event", async (_which, change) => {
    await pollWith("odds", changed(change));
    expect(books()).toEqual({ "Dallas Cowboys": both });
    expect(world.process.lines.join("\n")).toMatch(
      /americanfootball_nfl: odds: 1 events are left out, the first: bears/,
    );
  });

  it("with a broken event in the list of games costs that event", async () => {
    await pollWith("events", (response) => {
      const broken = { ...eventShape(nfl, bears), home_team: null };
      response.end(JSON.stringify([broken, eventShape(nfl, cowboys)]));
    });
    world.provider.failWith();
    expect(Object.keys(books())).toContain("Dallas Cowboys");
  });

  it.each([
    ["without games while games are listed", () => [], /no game, but some are listed/],
    [
      "in decimal prices",
      () => {
        const outcomes = [
          { name: "Chicago Bears", price: 1.6 },
          { name: "Green Bay Packers", price: 2.4 },
        ];
        return shapesOf()
          .slice(0, 1)
          .map((shape) => ({
            ...shape,
            bookmakers: [{ key: "a", title: "A", markets: [{ key: "h2h", outcomes }] }],
          }));
      },
      /no book can be read: price/,
    ],
  ])("%s is a failure, and the last prices stay", async (_which, body, reason) => {
    const { pricedAt } = world.process.slates.current("nfl");
    await pollWith("odds", (response) => response.end(JSON.stringify(body())));
    expect(world.process.slates.current("nfl").pricedAt).toEqual(pricedAt);
    expect(books()).toEqual({ "Chicago Bears": both, "Dallas Cowboys": both });
    expect(world.process.lines.join("\n")).toMatch(reason);
    expect(await world.process.metrics()).toMatch(
      /odds_failures_in_a_row\{feed="americanfootball_nfl".*\} 1\n/,
    );
  });
});

it("does not sell prices that are older than two days", async () => {
  const { pricedAt } = world.process.slates.current("nfl");
  world.time.set(new Date(pricedAt.getTime() + 48 * hour * 60_000 - 1));
  expect(world.process.slates.current("nfl").games).toHaveLength(2);
  world.time.set(new Date(pricedAt.getTime() + 48 * hour * 60_000));
  expect(world.process.slates.current("nfl").games).toEqual([]);
});

it("asks again after 30 minutes, then an hour, then two when prices of a competition are refused", async () => {
  const before = callsOf("odds");
  await pollWith("odds", (response) => world.provider.refuse(response, 422, "INVALID_MARKET"));
  const calls: number[] = [];
  for (let minute = 0; minute < 5 * hour; minute += 10) {
    world.later(10);
    await world.process.poll();
    calls.push(callsOf("odds") - before);
  }
  expect(calls.at(1)).toBe(1);
  expect(calls.at(2)).toBe(2);
  expect(calls.at(8)).toBe(3);
  expect(calls.at(-1)).toBe(4);
});
