import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FakeBook, FakeGame } from "../src/testing/fake-odds-shapes.ts";
import { present } from "../src/testing/present.ts";
import { openWorld } from "./live.ts";

let world: Awaited<ReturnType<typeof openWorld>>;

const nfl = "americanfootball_nfl";
const epl = "soccer_epl";
const sound: FakeBook = { title: "DraftKings", home: -150, away: 130 };
const threeWay: FakeBook = { title: "DraftKings", home: 150, away: 190, draw: 230 };

const bears = (books: FakeBook[], game: Partial<FakeGame> = {}): FakeGame => ({
  id: "bears",
  home: "Chicago Bears",
  away: "Green Bay Packers",
  start: "2026-11-22T18:00:00Z",
  books,
  ...game,
});
const arsenal = (books: FakeBook[]): FakeGame => ({
  id: "arsenal",
  home: "Arsenal",
  away: "Brighton and Hove Albion",
  start: "2026-11-22T14:00:00Z",
  books,
});

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.games.clear();
  world.later(61);
});

const gamesOf = async (sport: "nfl" | "soccer" | "ufc" | "cfb" | "nhl" | "nba") => {
  await world.process.poll();
  return world.process.slates.current(sport).games;
};
const booksOf = async (books: FakeBook[]) => {
  world.provider.games.set(nfl, [bears(books)]);
  return (await gamesOf("nfl"))[0]?.books ?? [];
};

describe("a live slate", () => {
  it("lists a game with every sound book, with outcomes matched by name", async () => {
    const spread = { line: -2.5, home: -112, away: -108 };
    world.provider.games.set(nfl, [
      bears([
        { ...sound, spread },
        { title: "FanDuel", home: -145, away: 125, spread },
      ]),
    ]);
    const [game] = await gamesOf("nfl");
    expect(game).toMatchObject({
      sport: "nfl",
      home: "Chicago Bears",
      away: "Green Bay Packers",
      date: "2026-11-22",
      neutral: false,
      startsAt: new Date("2026-11-22T18:00:00Z"),
      books: [
        { book: "DraftKings", moneyline: { home: -150, draw: null, away: 130 }, spread },
        { book: "FanDuel", moneyline: { home: -145, draw: null, away: 125 }, spread },
      ],
    });
  });

  it("says that it is live and when its prices were taken", async () => {
    world.provider.games.set(nfl, [bears([sound])]);
    await gamesOf("nfl");
    const takenAt = world.time.now();
    world.later(5);
    await world.process.poll();
    const slate = world.process.slates.current("nfl");
    expect(slate).toMatchObject({ kind: "live", pricedAt: takenAt });
    expect(slate.label).toMatch(/^Live prices of 21 Nov 2026, \d\d:\d\d UTC$/);
  });

  it("has the league, the draw and the names of the ratings in soccer", async () => {
    world.provider.games.set(epl, [arsenal([threeWay])]);
    const [game] = await gamesOf("soccer");
    expect(game).toMatchObject({
      home: "Arsenal",
      away: "Brighton & Hove Albion",
      league: "epl",
      books: [{ moneyline: { home: 150, draw: 230, away: 190 } }],
    });
  });

  it("drops a soccer book without a draw price, and a two-way book with one", async () => {
    const { draw: _suspended, ...twoWay } = threeWay;
    world.provider.games.set(epl, [arsenal([threeWay, { ...twoWay, title: "Bovada" }])]);
    world.provider.games.set(nfl, [bears([sound, { ...threeWay, title: "Bovada" }])]);
    const soccer = await gamesOf("soccer");
    expect(soccer[0]?.books.map(({ book }) => book)).toEqual(["DraftKings"]);
    const [game] = world.process.slates.current("nfl").games;
    expect(game?.books.map(({ book }) => book)).toEqual(["DraftKings"]);
  });

  it.each<[string, Partial<FakeBook>]>([
    ["whose chances sum to too much", { home: -400, away: -400 }],
    ["whose chances sum to too little", { home: 150, away: 150 }],
    ["with a price that is none", { home: -50 }],
    ["with a price between two whole ones", { home: -150.5 }],
    ["whose prices are of the running game", { updatedAt: "2026-11-22T18:00:00Z" }],
    ["whose prices are half a day old", { updatedAt: "2026-11-20T23:00:00Z" }],
  ])("drops a book %s", async (_which, fault) => {
    const books = await booksOf([sound, { ...sound, title: "Bovada", ...fault }]);
    expect(books.map(({ book }) => book)).toEqual(["DraftKings"]);
    expect(await world.process.metrics()).toMatch(/odds_books_left_out_total\{.*sport="nfl"/);
  });

  it("ignores the lay prices of an exchange", async () => {
    const [book] = await booksOf([{ ...sound, title: "Betfair", lay: { home: 900, away: 900 } }]);
    expect(book?.moneyline).toEqual({ home: -150, draw: null, away: 130 });
  });

  it("keeps a book that prices the spread only, and drops one that prices nothing", async () => {
    const spread = { line: -31.5, home: -110, away: -110 };
    const books = await booksOf([
      { ...sound, noMoneyline: true, spread },
      { ...sound, title: "Bovada", noMoneyline: true },
    ]);
    expect(books).toMatchObject([{ book: "DraftKings", moneyline: null, spread }]);
    expect(books).toHaveLength(1);
  });

  it("keeps the moneyline of a book whose handicaps do not mirror each other", async () => {
    world.provider.failWith(({ what, feed }, response) => {
      if (what !== "odds" || feed !== nfl) return undefined;
      const outcome = (name: string, point: number) => ({ name, price: -110, point });
      const market = (key: string, outcomes: object[]) => ({ key, outcomes });
      response.setHeader("x-requests-remaining", "19000").end(
        JSON.stringify([
          {
            id: "bears",
            sport_key: nfl,
            commence_time: "2026-11-22T18:00:00Z",
            home_team: "Chicago Bears",
            away_team: "Green Bay Packers",
            bookmakers: [
              {
                key: "draftkings",
                title: "DraftKings",
                last_update: world.time.now().toISOString(),
                markets: [
                  market("h2h", [outcome("Green Bay Packers", 0), outcome("Chicago Bears", 0)]),
                  market("spreads", [
                    outcome("Chicago Bears", -3),
                    outcome("Green Bay Packers", 2.5),
                  ]),
                ],
              },
            ],
          },
        ]),
      );
      return true;
    });
    const [book] = await booksOf([]);
    world.provider.failWith();
    expect(book).toMatchObject({ moneyline: { home: -110, away: -110 } });
    expect(book?.spread).toBeUndefined();
  });

  it("drops games at their start without another request", async () => {
    const start = new Date(world.time.now().getTime() + 5 * 60_000).toISOString();
    world.provider.games.set(nfl, [bears([sound], { start })]);
    expect(await gamesOf("nfl")).toHaveLength(1);
    world.later(5);
    expect(world.process.slates.current("nfl").games).toEqual([]);
  });

  it("shows a week, and adds a game that enters it without new prices", async () => {
    const start = new Date(world.time.now().getTime() + (7 * 24 * 60 + 20) * 60_000).toISOString();
    world.provider.games.set(nfl, [bears([sound], { start })]);
    expect(await gamesOf("nfl")).toEqual([]);
    const requested = world.provider.callsOf("odds").length;
    world.later(9);
    await world.process.poll();
    world.later(12);
    expect(world.provider.callsOf("odds")).toHaveLength(requested);
    expect(world.process.slates.current("nfl").games).toHaveLength(1);
  });

  it("leaves out a game with an unknown name and logs it once", async () => {
    const stranger = { id: "x", start: "2026-11-22T18:00:00Z", books: [sound] };
    world.provider.games.set(nfl, [
      { ...stranger, home: "London Monarchs", away: "Chicago Bears" },
      bears([sound]),
    ]);
    expect((await gamesOf("nfl")).map(({ home }) => home)).toEqual(["Chicago Bears"]);
    world.later(61);
    await world.process.poll();
    const notified = world.process.lines.filter((line) => line.includes("London Monarchs"));
    expect(notified).toHaveLength(1);
    expect(await world.process.metrics()).toContain('odds_unknown_names{sport="nfl"');
  });

  it("matches schools with nicknames and fighters by either order of their names", async () => {
    const start = "2026-11-22T18:00:00Z";
    world.provider.games.set("americanfootball_ncaaf", [
      {
        id: "osu",
        home: "Ohio State Buckeyes",
        away: "San Jose St Spartans",
        start,
        books: [sound],
      },
    ]);
    world.provider.games.set("mma_mixed_martial_arts", [
      {
        id: "ufc",
        home: "Weili Zhang",
        away: "Jéssica Andrade",
        start,
        books: ["DraftKings", "FanDuel", "BetMGM"].map((title) => ({ ...sound, title })),
      },
    ]);
    const [college] = await gamesOf("cfb");
    expect(college).toMatchObject({ home: "Ohio State", away: "San José State" });
    const [bout] = world.process.slates.current("ufc").games;
    expect(bout).toMatchObject({ home: "Zhang Weili", away: "Jessica Andrade", neutral: true });
  });

  it("drops a game that the provider no longer lists before the next request for prices", async () => {
    world.provider.games.set(nfl, [bears([sound])]);
    expect(await gamesOf("nfl")).toHaveLength(1);
    world.provider.setCredits(0);
    world.provider.games.set(nfl, []);
    world.later(31);
    expect(await gamesOf("nfl")).toEqual([]);
    world.provider.setCredits(20_000);
  });

  it("keeps a game past midnight, and has another one while its event is on another day", async () => {
    const cfb = "americanfootball_ncaaf";
    const osu = (start: string): FakeGame => ({
      ...bears([sound], { id: "osu", start }),
      home: "Ohio State Buckeyes",
      away: "Michigan Wolverines",
    });
    const listAt = async (start: string) => {
      world.provider.games.set(cfb, [osu(start)]);
      world.later(31);
      return present((await gamesOf("cfb"))[0]);
    };
    const first = await listAt("2026-11-22T23:45:00Z");
    const later = await listAt("2026-11-23T00:05:00Z");
    expect(later).toMatchObject({ id: first.id, date: "2026-11-23" });
    const moved = await listAt("2026-11-24T01:15:00Z");
    const ids = [first.id, moved.id];
    expect(await world.process.slates.resultsOf(ids)).toEqual(
      new Map([[first.id, { kind: "void" }]]),
    );
    expect(await listAt("2026-11-22T23:45:00Z")).toMatchObject({ id: first.id });
    expect(await world.process.slates.resultsOf(ids)).toEqual(
      new Map([[moved.id, { kind: "void" }]]),
    );
  });

  it("lists a game once that has two events, or swapped teams", async () => {
    const swapped = { home: "Green Bay Packers", away: "Chicago Bears" };
    world.provider.games.set(nfl, [
      bears([sound]),
      bears([{ ...sound, title: "FanDuel", home: 130, away: -150 }], { id: "again", ...swapped }),
    ]);
    const [game, ...others] = await gamesOf("nfl");
    expect(others).toEqual([]);
    expect(game).toMatchObject({
      home: "Chicago Bears",
      books: [
        { book: "DraftKings", moneyline: { home: -150, away: 130 } },
        { book: "FanDuel", moneyline: { home: -150, away: 130 } },
      ],
    });
    world.provider.games.set(nfl, [bears([sound], { id: "again", ...swapped })]);
    world.later(61);
    expect(await gamesOf("nfl")).toMatchObject([
      { id: game?.id, home: "Chicago Bears", books: [{ moneyline: { home: 130, away: -150 } }] },
    ]);
  });

  it("changes its snapshot with prices and ratings, and only then", async () => {
    world.provider.games.set(nfl, [bears([sound])]);
    await gamesOf("nfl");
    const { snapshotId } = world.process.slates.current("nfl");
    world.later(61);
    await world.process.poll();
    expect(world.process.slates.current("nfl").games[0]?.books).toHaveLength(1);
    world.provider.games.set(nfl, [bears([{ ...sound, home: -155 }])]);
    world.later(61);
    await world.process.poll();
    expect(world.process.slates.current("nfl").snapshotId).not.toBe(snapshotId);
  });

  it("cannot be advanced", async () => {
    await expect(world.process.slates.advance(1)).rejects.toMatchObject({ kind: "forbidden" });
  });
});
