import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
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

// The shapes of the provider's documentation; the recorded answers have no other field.
const event = {
  id: z.string().regex(/^[0-9a-f]{32}$/),
  sport_key: z.string(),
  sport_title: z.string(),
  commence_time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  home_team: z.string().min(1),
  away_team: z.string().min(1),
};
const american = z.int().refine((price) => Math.abs(price) >= 100);
const market = z.strictObject({
  key: z.enum(["h2h", "spreads"]),
  last_update: event.commence_time,
  outcomes: z.array(
    z.strictObject({ name: z.string(), price: american, point: z.number().optional() }),
  ),
});
const bookmaker = z.strictObject({
  key: z.string(),
  title: z.string(),
  last_update: event.commence_time,
  markets: z.array(market).min(1),
});
const eventsSchema = z.array(z.strictObject(event));
const oddsSchema = z.array(z.strictObject({ ...event, bookmakers: z.array(bookmaker) }));
const score = z.strictObject({ name: z.string(), score: z.string().regex(/^\d+$/) });
const scoresSchema = z.array(
  z.strictObject({
    ...event,
    completed: z.boolean(),
    scores: z.array(score).length(2).nullable(),
    last_update: event.commence_time.nullable(),
  }),
);

const usOdds = { regions: "us", markets: "h2h,spreads", oddsFormat: "american" };

describe("The Odds API of the sandbox", () => {
  it("lists games, prices and scores in the documented shapes", async () => {
    const sandbox = await open();
    sandbox.control.advance(36);
    for (const key of ["americanfootball_nfl", "basketball_nba", "soccer_epl"]) {
      const events = await sandbox.odds(`${key}/events`);
      expect(eventsSchema.parse(events.body).length).toBeGreaterThan(4);
      const odds = oddsSchema.parse((await sandbox.odds(`${key}/odds`, usOdds)).body);
      expect(odds.map(({ id }) => id)).toEqual(eventsSchema.parse(events.body).map(({ id }) => id));
      for (const { bookmakers } of odds) expect(bookmakers.length).toBeGreaterThanOrEqual(3);
      const { body } = await sandbox.odds(`${key}/scores`, { daysFrom: "3" });
      expect(scoresSchema.parse(body).length).toBeGreaterThanOrEqual(odds.length);
    }
  });

  it("prices every outcome, with a draw in soccer alone, and a margin in every book", async () => {
    const sandbox = await open();
    const share = (price: number) => (price > 0 ? 100 / (100 + price) : -price / (100 - price));
    for (const [key, outcomes] of [
      ["icehockey_nhl", 2],
      ["soccer_epl", 3],
    ] as const) {
      const { body } = await sandbox.odds(`${key}/odds`, usOdds);
      const books = oddsSchema.parse(body).flatMap(({ bookmakers }) => bookmakers);
      for (const { markets } of books) {
        const [h2h] = markets;
        expect(h2h?.outcomes).toHaveLength(outcomes);
        const sum = h2h?.outcomes.reduce((total, { price }) => total + share(price), 0) ?? 0;
        expect(sum).toBeGreaterThan(1);
        expect(sum).toBeLessThan(1.12);
      }
    }
  });

  it("prices the first bouts of a card at two books, and the others at three and more", async () => {
    const sandbox = await open();
    const { body } = await sandbox.odds("mma_mixed_martial_arts/odds", usOdds);
    const counts = oddsSchema.parse(body).map(({ bookmakers }) => bookmakers.length);
    expect(counts.slice(0, 2)).toEqual([2, 2]);
    expect(Math.min(...counts.slice(2))).toBeGreaterThanOrEqual(3);
  });

  it("never has scores of martial arts", async () => {
    const sandbox = await open();
    sandbox.control.advance(7 * 24);
    const { body } = await sandbox.odds("mma_mixed_martial_arts/scores", { daysFrom: "3" });
    const bouts = scoresSchema.parse(body);
    expect(bouts.length).toBeGreaterThan(0);
    for (const { completed, scores } of bouts) expect([completed, scores]).toEqual([false, null]);
  });

  it("charges a credit per market and region, two for past scores, and none for lists", async () => {
    const sandbox = await open({ creditsPerMonth: 10 });
    const last = async (path: string, query: Record<string, string>) => {
      const { headers } = await sandbox.odds(path, query);
      return [headers.get("x-requests-last"), headers.get("x-requests-remaining")];
    };
    expect(await last("basketball_nba/events", {})).toEqual(["0", "10"]);
    expect(await last("basketball_nba/odds", usOdds)).toEqual(["2", "8"]);
    expect(await last("basketball_nba/odds", { regions: "us,eu" })).toEqual(["2", "6"]);
    expect(await last("basketball_nba/scores", {})).toEqual(["1", "5"]);
    expect(await last("basketball_nba/scores", { daysFrom: "2" })).toEqual(["2", "3"]);
    expect(await last("basketball_nba/odds", usOdds)).toEqual(["2", "1"]);
    const spent = await sandbox.odds("basketball_nba/odds", usOdds);
    expect(spent).toMatchObject({ status: 401, body: { error_code: "OUT_OF_USAGE_CREDITS" } });
    sandbox.control.advance(24 * 29);
    expect(await last("basketball_nba/odds", usOdds)).toEqual(["2", "8"]);
  });

  it.each<[string, number, string, Record<string, string> | undefined]>([
    ["MISSING_KEY", 401, "basketball_nba/events", undefined],
    ["INVALID_KEY", 401, "basketball_nba/events", { apiKey: "another-key" }],
    ["UNKNOWN_SPORT", 404, "basketball_moon/events", {}],
    ["MISSING_REGION", 422, "basketball_nba/odds", {}],
    ["INVALID_REGION", 422, "basketball_nba/odds", { regions: "moon" }],
    ["INVALID_MARKET", 422, "basketball_nba/odds", { regions: "us", markets: "corners" }],
    ["INVALID_SCORES_DAYS_FROM", 422, "basketball_nba/scores", { daysFrom: "4" }],
  ])("refuses with %s and status %i", async (code, status, path, query) => {
    const sandbox = await open();
    const answer = query
      ? await sandbox.odds(path, query)
      : await sandbox.call(`/v4/sports/${path}`);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({
      message: expect.any(String),
      error_code: code,
      details_url: expect.stringContaining("the-odds-api.com"),
    });
  });

  it("fails as ordered, for one competition and for some hours alone", async () => {
    const sandbox = await open();
    const nba = { api: "odds", competition: "basketball_nba", what: "odds" } as const;
    const path = `/v4/sports/basketball_nba/odds?apiKey=sandbox-odds-key&regions=us`;
    sandbox.control.fail({ ...nba, kind: "error" }, 4);
    expect((await sandbox.call(path)).status).toBe(500);
    expect((await sandbox.odds("icehockey_nhl/odds", usOdds)).status).toBe(200);
    expect((await sandbox.odds("basketball_nba/events")).status).toBe(200);
    sandbox.control.advance(4);
    expect((await sandbox.call(path)).status).toBe(200);
    sandbox.control.fail({ ...nba, kind: "limit" }, 1);
    const limited = await sandbox.call(path);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "2"]);
    sandbox.control.clearFaults();
    sandbox.control.fail({ ...nba, kind: "malformed" }, 1);
    const malformed = await sandbox.call(path);
    expect(() => JSON.parse(malformed.text) as unknown).toThrow(SyntaxError);
    sandbox.control.clearFaults();
    sandbox.control.fail({ ...nba, kind: "empty" }, 1);
    expect((await sandbox.call(path)).text).toBe("[]");
    sandbox.control.clearFaults();
    sandbox.control.fail({ ...nba, kind: "timeout" }, 1);
    await expect(
      fetch(`${sandbox.url}${path}`, { signal: AbortSignal.timeout(100) }),
    ).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
