import { type Request, type Response, Router } from "express";
import { z } from "zod";
import { fail, findFault } from "../faults.ts";
import { pricesOf } from "../season/books.ts";
import { type Competition, competitionByKey } from "../season/competitions.ts";
import { dayMs } from "../season/schedule.ts";
import type { Game } from "../season/season.ts";
import { noteCall, type World } from "../world.ts";
import { eventShape, type Formats, oddsShape, scoreShape } from "./shapes.ts";

/** Status and code of every documented refusal that the sandbox gives. */
const refusals = {
  MISSING_KEY: [401, "API key is missing."],
  INVALID_KEY: [401, "API key is not valid."],
  OUT_OF_USAGE_CREDITS: [401, "Usage quota has been reached."],
  UNKNOWN_SPORT: [404, "Unknown sport."],
  MISSING_REGION: [422, "The regions parameter is missing."],
  INVALID_REGION: [422, "Invalid regions parameter."],
  INVALID_MARKET: [422, "Invalid markets parameter."],
  INVALID_ODDS_FORMAT: [422, "Invalid oddsFormat parameter."],
  INVALID_DATE_FORMAT: [422, "Invalid dateFormat parameter."],
  INVALID_SCORES_DAYS_FROM: [422, "Invalid daysFrom parameter; must be from 1 to 3."],
} as const;
type Refusal = keyof typeof refusals;

class RefusedError extends Error {
  readonly code: Refusal;
  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

type Call = { world: World; competition: Competition; query: Record<string, string>; now: number };
/** What a call returns, and its credits; one without games is free. */
type Answer = { games: object[]; cost: number };

const calls: Record<string, (call: Call) => Answer> = { events, odds, scores };

/** The Odds API v4: games, prices, scores, credits and refusals as documented. */
export function oddsApiRouter(world: World): Router {
  const router = Router();
  router.get("/v4/sports/:key/:what", (req, res, next) => {
    const { key, what } = req.params;
    const call = calls[what];
    if (!call) return next();
    try {
      const { apiKey, ...query } = queryOf(req);
      if (apiKey === undefined) throw new RefusedError("MISSING_KEY");
      if (apiKey !== world.oddsApiKey) throw new RefusedError("INVALID_KEY");
      const competition = competitionByKey.get(key);
      if (!competition) throw new RefusedError("UNKNOWN_SPORT");
      noteCall(world, { api: "odds", what, competition: key, query });
      const now = world.clock.now();
      const fault = findFault(activeFaults(world), { api: "odds", competition: key, what });
      if (fault && fault.kind !== "empty") return fail(fault.kind, res);
      const answer = call({ world, competition, query, now });
      const { games, cost } = fault ? { games: [], cost: 0 } : answer;
      send(world, res, games, games.length > 0 ? cost : 0);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      refuse(world, res, error.code);
    }
  });
  return router;
}

/** Credits left of the month on the sandbox's clock; a new month brings all of them back. */
export function creditsLeft({ store, clock, creditsPerMonth }: World): number {
  const { month, used } = store.get().credits;
  return creditsPerMonth - (month === monthOf(clock.now()) ? used : 0);
}

export function activeFaults({ store, clock }: World) {
  const now = clock.now();
  return store.get().faults.filter(({ from, to }) => from <= now && now < to);
}

export const queryOf = ({ query }: Request): Record<string, string> =>
  z.record(z.string(), z.string().catch("")).parse(query);

function events({ world, competition, query, now }: Call): Answer {
  const formats = formatsOf(query);
  const games = world.season.listed(competition, now).map((game) => eventShape(game, formats));
  return { games, cost: 0 };
}

function odds({ world, competition, query, now }: Call): Answer {
  const formats = formatsOf(query);
  const regions = listOf(query["regions"]);
  const markets = listOf(query["markets"] ?? "h2h");
  if (regions.length === 0) throw new RefusedError("MISSING_REGION");
  if (!regions.every((region) => ["us", "us2", "uk", "eu", "au"].includes(region)))
    throw new RefusedError("INVALID_REGION");
  if (!markets.every((market) => ["h2h", "spreads", "totals", "outrights"].includes(market)))
    throw new RefusedError("INVALID_MARKET");
  const { season, seed } = world;
  const booksOf = (game: Game) =>
    regions.includes("us") ? pricesOf(seed, game, season.strengthsOf(game), now) : [];
  const games = season
    .listed(competition, now)
    .map((game) => oddsShape(game, booksOf(game), { markets, ...formats }));
  return { games, cost: markets.length * regions.length };
}

function scores({ world, competition, query, now }: Call): Answer {
  const formats = formatsOf(query);
  const days = query["daysFrom"] === undefined ? 0 : Number(query["daysFrom"]);
  const isAllowed = query["daysFrom"] === undefined || [1, 2, 3].includes(days);
  if (!isAllowed) throw new RefusedError("INVALID_SCORES_DAYS_FROM");
  const { season } = world;
  const past = season
    .gamesBetween(competition, { from: now - days * dayMs, to: now }, now)
    .filter(({ phase }) => phase === "finished");
  // A bout stays among the games to come until it is over, and never has a score.
  const played = past.filter((game) => season.resultOf(game).kind === "score");
  const games = [...played, ...season.listed(competition, now)].map((game) =>
    scoreShape(game, season.resultOf(game), { now, ...formats }),
  );
  return { games, cost: days > 0 ? 2 : 1 };
}

function formatsOf(query: Record<string, string>): Formats {
  const { oddsFormat: prices = "decimal", dateFormat: date = "iso" } = query;
  if (prices !== "american" && prices !== "decimal") throw new RefusedError("INVALID_ODDS_FORMAT");
  if (date !== "iso" && date !== "unix") throw new RefusedError("INVALID_DATE_FORMAT");
  return { odds: prices, date };
}

const listOf = (text = ""): string[] => text.split(",").filter(Boolean);
const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

function send(world: World, res: Response, games: object[], cost: number): void {
  const left = creditsLeft(world);
  if (cost > left) throw new RefusedError("OUT_OF_USAGE_CREDITS");
  const used = world.creditsPerMonth - left + cost;
  if (cost > 0) world.store.set({ credits: { month: monthOf(world.clock.now()), used } });
  res.set(creditHeaders(world, cost)).json(games);
}

function refuse(world: World, res: Response, code: Refusal): void {
  const [status, message] = refusals[code];
  const details_url = `https://the-odds-api.com/liveapi/guides/v4/api-error-codes.html#${code.toLowerCase().replaceAll("_", "-")}`;
  if (!code.endsWith("_KEY")) res.set(creditHeaders(world, 0));
  res.status(status).json({ message, error_code: code, details_url });
}

function creditHeaders(world: World, last: number): Record<string, string> {
  const left = creditsLeft(world);
  return {
    "x-requests-remaining": String(left),
    "x-requests-used": String(world.creditsPerMonth - left),
    "x-requests-last": String(last),
  };
}
