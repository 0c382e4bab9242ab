import {
  type PriceCheck,
  priceCheckResponseSchema,
} from "@orbline/proto/http/prediction/price-check";
import { predictionSchema } from "@orbline/proto/http/prediction/prediction";
import {
  estimatesResponseSchema,
  slateResponseSchema,
  type SlateResponse,
} from "@orbline/proto/http/prediction/slate";
import { expectedValue, sports, type Sport } from "@orbline/proto/constants/predictions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { americanToDecimal, parlayOdds } from "../src/domain/odds.ts";
import { present } from "../src/testing/present.ts";
import { eraseFreeChecks, usedFreeChecks } from "../src/store/price-checks.ts";
import { openService, user } from "./service.ts";

type Game = SlateResponse["games"][number];

let opened: Awaited<ReturnType<typeof openService>>;
let service: (typeof opened)["service"];

beforeAll(async () => {
  opened = await openService();
  service = opened.service;
  opened.billing.owned.set("usr_plan", { entitled: true });
});
afterAll(() => opened.close());

const gamesOf = async (sport: Sport): Promise<Game[]> =>
  slateResponseSchema.parse((await service.get(`/api/slate?sport=${sport}`)).body).games;

const firstGame = async (sport: Sport) => present((await gamesOf(sport))[0]);

const onHome = ({ id, moneyline }: Game) => ({
  gameId: id,
  market: "moneyline",
  side: "home",
  odds: moneyline?.home?.odds ?? 100,
});

const post = (body: object, options: Parameters<typeof service.post>[2] = {}) =>
  service.post("/api/price-check", body, options);

/** A check of a subscriber, who has no daily limit. */
const check = async (body: object): Promise<PriceCheck> =>
  priceCheckResponseSchema.parse((await post(body, { as: user("usr_plan") })).body);

describe("a price check", () => {
  it("gives the estimate, the range and the value of a prediction with the same bet", async () => {
    const request = { sport: "nba", riskLevel: "moderate", stake: 40 };
    const { body } = await service.post("/api/new-prediction", request, { as: user("usr_plan") });
    const prediction = predictionSchema.parse(body);
    const bet = present(prediction.bets[0]);
    const game = present(
      (await gamesOf("nba")).find(({ home, away }) => bet.game === `${home} vs ${away}`),
    );
    const isSpread = bet.betType.startsWith("Spread");
    const checked = await check({
      stake: 40,
      legs: [
        {
          gameId: game.id,
          market: isSpread ? "spread" : "moneyline",
          side: bet.betOn === game.home ? "home" : "away",
          odds: bet.odds,
        },
      ],
    });
    expect(checked).toMatchObject({
      odds: bet.odds,
      payout: prediction.payout,
      confidence: prediction.confidence,
      range: prediction.range,
      edge: expectedValue(prediction.confidence, americanToDecimal(bet.odds)),
      legs: [{ betOn: bet.betOn, betType: bet.betType, best: { odds: bet.odds, book: bet.book } }],
      freeChecksLeft: null,
    });
    expect(checked.breakEven).toBeCloseTo(prediction.breakEven, 12);
  });

  it("judges worse odds worse", async () => {
    const game = await firstGame("nhl");
    const verdictAt = async (odds: number) =>
      (await check({ legs: [{ ...onHome(game), odds }] })).verdict;
    expect([await verdictAt(900), await verdictAt(-2_000)]).toEqual(["good", "overpriced"]);
  });

  it("answers six legs of six sports within 200 ms, again and again", async () => {
    const games = await Promise.all(sports.slice(0, 6).map(firstGame));
    const legs = games.map(onHome);
    const times = [];
    for (let run = 0; run < 20; run += 1) {
      const startedAt = performance.now();
      const checked = await check({ legs });
      times.push(performance.now() - startedAt);
      expect(checked.odds).toBe(parlayOdds(legs));
      expect(checked.breakEven).toBeCloseTo(1 / americanToDecimal(checked.odds), 12);
      expect(checked.legs).toHaveLength(6);
    }
    expect(Math.max(...times)).toBeLessThan(200);
  });

  it("prices a draw where there is one", async () => {
    const game = await firstGame("soccer");
    const { legs } = await check({ legs: [{ ...onHome(game), side: "draw", odds: 260 }] });
    expect(legs[0]).toMatchObject({ betOn: "Draw", betType: "Moneyline" });
  });

  it("stores nothing", async () => {
    const before = await opened.database.predictions.countDocuments({});
    await check({ legs: [onHome(await firstGame("mlb"))] });
    expect(await opened.database.predictions.countDocuments({})).toBe(before);
  });
});

describe("a price check is refused", () => {
  const refusalOf = async (legs: object[]) => {
    const { status, body } = await post({ legs }, { as: user("usr_plan") });
    const { message, issues } = body as { message: string; issues?: { path: string }[] };
    return { status, message, path: issues?.[0]?.path };
  };

  it.each([50, -99, 99, 0, 20_000, -20_000, 110.5])("for the odds %d", async (odds) => {
    const leg = { ...onHome(await firstGame("nba")), odds };
    expect(await refusalOf([leg])).toMatchObject({
      status: 400,
      message: expect.stringContaining("Odds must be American"),
      path: "legs.0.odds",
    });
  });

  it("for a game that is not on a slate", async () => {
    const leg = { ...onHome(await firstGame("nba")), gameId: "nba:none" };
    expect(await refusalOf([leg])).toEqual({
      status: 400,
      message: "This game has started, or we have no prices for it.",
      path: "legs.0.gameId",
    });
  });

  it("for a draw in a sport without one", async () => {
    const game = await firstGame("nba");
    const { message, path } = await refusalOf([{ ...onHome(game), side: "draw" }]);
    expect(message).toBe(
      `${game.home} vs ${game.away} has no draw to bet on. Choose one of the teams.`,
    );
    expect(path).toBe("legs.0.side");
  });

  it("for a line that no book has, with the lines of the books", async () => {
    const game = present((await gamesOf("nba")).find(({ spread }) => spread));
    const spread = { ...onHome(game), market: "spread", line: 77.5 };
    const { message, path } = await refusalOf([spread]);
    expect(message).toMatch(/^No book has this line for .*\. The books have [+\d., -]+\.$/);
    expect(path).toBe("legs.0.line");
    const { legs } = await check({ legs: [{ ...spread, line: game.spread?.line }] });
    expect(legs[0]?.betType).toMatch(/^Spread/);
  });

  it("for two legs of one game, more than six legs, and none", async () => {
    const leg = onHome(await firstGame("nba"));
    expect((await refusalOf([leg, { ...leg, side: "away" }])).message).toMatch(
      /^Two legs are of the same game/,
    );
    const seven = Array.from({ length: 7 }, (_, index) => ({ ...leg, gameId: `g${index}` }));
    expect((await refusalOf(seven)).message).toMatch(/at most 6 legs/);
    expect((await refusalOf([])).message).toBe("Choose a game.");
  });
});

describe("our estimates of a slate", () => {
  const read = (sport: Sport, userId: string) =>
    service.get(`/api/estimates?sport=${sport}`, { as: user(userId) });

  it("are those of the price check, and call a price good as it does", async () => {
    const { body } = await read("nba", "usr_plan");
    const { games } = estimatesResponseSchema.parse(body);
    const game = await firstGame("nba");
    const estimate = present(games.find(({ id }) => id === game.id));
    const checked = await check({ legs: [onHome(game)] });
    expect(estimate.home.probability).toBeCloseTo(checked.confidence, 3);
    expect(estimate.home.goodPrice).toBe(checked.verdict === "good");
    expect(estimate.home.probability + estimate.away.probability).toBeCloseTo(1, 3);
    expect(estimate.draw).toBeNull();
  });

  it("are for subscribers", async () => {
    expect(await read("nba", "usr_none")).toMatchObject({
      status: 403,
      body: { code: "subscription.required" },
    });
  });
});

describe("a prediction of one game", () => {
  const predict = async (gameId: string, riskLevel: string) => {
    const request = { sport: "nhl", riskLevel, gameId, stake: 10 };
    const { body } = await service.post("/api/new-prediction", request, { as: user("usr_plan") });
    return body as { error?: string; bets: { game: string }[] };
  };

  it.each(["aggressive", "insane"])("has a leg of it at the risk %s", async (riskLevel) => {
    const game = present((await gamesOf("nhl"))[3]);
    const { bets } = await predict(game.id, riskLevel);
    expect(bets.map((bet) => bet.game)).toContain(`${game.home} vs ${game.away}`);
  });

  it("says when the game is not on the slate", async () => {
    expect(await predict("nhl:none", "moderate")).toEqual({
      bets: [],
      error: "This game has started, or we have no prices for it.",
    });
  });
});

describe("without a plan", () => {
  const free = async (options: Parameters<typeof post>[1]) => {
    const answer = await post({ legs: [onHome(await firstGame("nba"))] }, options);
    const { freeChecksLeft, code } = answer.body as { freeChecksLeft?: number; code?: string };
    return answer.status === 200 ? freeChecksLeft : code;
  };
  const from = (ip: string) => ({ headers: { "x-client-ip": ip } });

  it("a visitor has three checks a day, counted by address", async () => {
    const checks = [];
    for (let n = 0; n < 4; n += 1) checks.push(await free(from("203.0.113.7")));
    expect(checks).toEqual([2, 1, 0, "price_check.day"]);
    expect(await free(from("203.0.113.8"))).toBe(2);
    const { headers } = await post({ legs: [onHome(await firstGame("nba"))] }, from("203.0.113.7"));
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("the addresses of one household count together", async () => {
    expect(await free(from("2001:db8:1:2::7"))).toBe(2);
    expect(await free(from("2001:db8:1:2::8"))).toBe(1);
  });

  it("the networks of one IPv6 customer have 120 checks a day together", async () => {
    let allowed = 0;
    for (let n = 0; n < 50; n += 1)
      for (let time = 0; time < 3; time += 1) {
        const network = (0xa00 + n).toString(16);
        if ((await free(from(`2001:db8:5:${network}::1`))) !== "price_check.day") allowed += 1;
      }
    expect(allowed).toBe(120);
  });

  it("new accounts give the networks of one IPv6 customer 120 checks a day", async () => {
    let allowed = 0;
    for (let n = 0; n < 50; n += 1)
      for (let time = 0; time < 3; time += 1) {
        const at = from(`2001:db8:6:a${n % 10}0::1`);
        if (typeof (await free({ as: user(`usr_wide_${n}`), ...at })) === "number") allowed += 1;
      }
    expect(allowed).toBe(120);
  });

  it("a refused check stores nothing, also from another network of its customer", async () => {
    const counts = opened.database.connection.collection("free_price_checks");
    const at = (n: number) => from(`2001:db8:9:${(0xa00 + n).toString(16)}::1`);
    for (let n = 0; n < 40; n += 1) for (let time = 0; time < 3; time += 1) await free(at(n));
    const stored = await counts.countDocuments();
    for (let n = 40; n < 60; n += 1) expect(await free(at(n))).toBe("price_check.day");
    expect(await counts.countDocuments()).toBe(stored);
  });

  it("a refused check does not count", async () => {
    const wrong = { legs: [{ ...onHome(await firstGame("nba")), odds: 3 }] };
    expect((await post(wrong, from("203.0.113.9"))).status).toBe(400);
    expect(await free(from("203.0.113.9"))).toBe(2);
  });

  it("new accounts give an address thirty checks a day and no more", async () => {
    const checks = [];
    for (let n = 0; n < 11; n += 1)
      for (let time = 0; time < 3; time += 1)
        checks.push(await free({ as: user(`usr_new_${n}`), ...from("203.0.113.20") }));
    expect(checks.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, n) => 2 - (n % 3)));
    expect(checks.slice(30)).toEqual(Array(3).fill("price_check.day"));
  });

  it("does not count refused checks of one account against other accounts at its address", async () => {
    const at = from("203.0.113.21");
    for (let n = 0; n < 31; n += 1) await free({ as: user("usr_eager"), ...at });
    expect(await free({ as: user("usr_patient"), ...at })).toBe(2);
  });

  it("counts the checks of a user across addresses, and gives new ones the next day", async () => {
    const as = user("usr_free");
    const checks = [];
    for (let n = 0; n < 4; n += 1) checks.push(await free({ as, ...from(`198.51.100.${n}`) }));
    expect(checks).toEqual([2, 1, 0, "price_check.day"]);
    service.time.set(new Date(service.time.now().getTime() + 86_400_000));
    expect(await free({ as, ...from("198.51.100.1") })).toBe(2);
  });

  it("the count of a user is in the export, and is erased with the account", async () => {
    const as = user("usr_leaving");
    await free({ as });
    const { connection } = opened.database;
    const now = service.time.now();
    const day = now.toISOString().slice(0, 10);
    expect(await usedFreeChecks(connection, "usr_leaving", now)).toEqual([{ day, used: 1 }]);
    expect(await eraseFreeChecks(connection, "usr_leaving", now)).toMatchObject({
      deletedCount: 1,
    });
    expect(await usedFreeChecks(connection, "usr_leaving", now)).toEqual([]);
  });

  it("at the same moment gives no more than three", async () => {
    const leg = onHome(await firstGame("nba"));
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post({ legs: [leg] }, from("203.0.113.20"))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });
});

it("limits a subscriber per minute", async () => {
  opened.billing.owned.set("usr_fast", { entitled: true });
  const leg = onHome(await firstGame("nba"));
  const answers = await Promise.all(
    Array.from({ length: 125 }, () => post({ legs: [leg] }, { as: user("usr_fast") })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.body).toMatchObject({ code: "price_check.minute" });
});
