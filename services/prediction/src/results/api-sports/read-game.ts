import { z } from "zod";
import { dateIn, hourMs } from "../../domain/dates.ts";
import type { FinishedResult, SourceGame } from "../../domain/live-games/rated-result.ts";
import type { Sport } from "../../domain/sport.ts";

/** Where a game belongs, and the time zone of its calendar date. */
export type ReadContext = { sport: Sport; league?: string | undefined; timeZone: string };

const id = z.union([z.int(), z.string().min(1)]).transform(String);
const points = z.int().min(0).max(400).nullish();
const side = z.object({ name: z.string().trim().min(1).max(100) });
const teams = z.object({ home: side, away: side });
const status = z.object({ short: z.string().nullish() });
const timestamp = z.int().positive();

const americanSchema = z.object({
  game: z.object({
    id,
    stage: z.string().nullish(),
    date: z.object({ timestamp }),
    status,
  }),
  teams,
  scores: z.object({ home: z.object({ total: points }), away: z.object({ total: points }) }),
});

/** A number in hockey, an object elsewhere. */
const total = z.union([points, z.object({ total: points }).transform((one) => one.total)]);
const gameSchema = z.object({
  id,
  timestamp,
  status,
  teams,
  scores: z.object({ home: total, away: total }),
  periods: z.object({ penalties: z.string().nullish() }).nullish(),
});

const goals = z.object({ home: points, away: points });
const fixtureSchema = z.object({
  fixture: z.object({ id, timestamp, status }),
  teams,
  goals,
  score: z.object({ fulltime: goals }),
});

const fighter = z.object({
  name: z.string().trim().min(1).max(100),
  winner: z.boolean().nullish(),
});
const fightSchema = z.object({
  id,
  timestamp,
  slug: z.string().nullish(),
  category: z.string().nullish(),
  status,
  fighters: z.object({ first: fighter, second: fighter }),
});

const fightResultSchema = z.object({
  fight: z.object({ id }),
  won_type: z.string().nullish(),
});

const finished = new Set(["FT", "AOT", "AET", "AP", "PEN"]);
const overtime = new Set(["AOT", "AET", "AP", "PEN"]);
/** Not played on this date, or decided elsewhere than on the field. */
const canceled = new Set(["CANC", "ABD", "AWD", "AW", "WO", "POST", "PST"]);
/** Walkouts and not a walkover. */
const fightCanceled = new Set(["CANC", "PST"]);

/** One entry of `games` or `fixtures`. @throws ZodError when it is not as documented */
export function readApiGame(entry: unknown, context: ReadContext): SourceGame | undefined {
  if (context.sport === "soccer") return readFixture(entry, context);
  if (context.sport === "nfl" || context.sport === "cfb") return readAmerican(entry, context);
  const { id: sourceId, timestamp: at, teams: sides, periods, ...game } = gameSchema.parse(entry);
  const code = game.status.short ?? "";
  const { home, away } = withShootout(game.scores, periods?.penalties);
  return toGame(context, { sourceId, at, code, sides, home, away });
}

function readAmerican(entry: unknown, context: ReadContext): SourceGame | undefined {
  const { game, teams: sides, scores } = americanSchema.parse(entry);
  if (/pre.?season/i.test(game.stage ?? "")) return undefined;
  const read = toGame(context, {
    sourceId: game.id,
    at: game.date.timestamp,
    code: game.status.short ?? "",
    sides,
    home: scores.home.total,
    away: scores.away.total,
  });
  return read && { ...read, facts: { postseason: /post.?season/i.test(game.stage ?? "") } };
}

/** Bets and ratings use the score after 90 minutes, also where a playoff went on. */
function readFixture(entry: unknown, context: ReadContext): SourceGame | undefined {
  const { fixture, teams: sides, goals: end, score } = fixtureSchema.parse(entry);
  const code = fixture.status.short ?? "";
  const { home = null, away = null } = overtime.has(code) ? score.fulltime : end;
  return toGame(context, { sourceId: fixture.id, at: fixture.timestamp, code, sides, home, away });
}

/** Hockey scores may leave out the goal that a shoot-out counts for. */
function withShootout(
  { home, away }: { home?: number | null | undefined; away?: number | null | undefined },
  penalties: string | null | undefined,
) {
  const [first, second] = (penalties ?? "").split("-").map(Number);
  if (home === null || home !== away || first === undefined || second === undefined)
    return { home, away };
  return first > second ? { home: (home ?? 0) + 1, away } : { home, away: (away ?? 0) + 1 };
}

function toGame(
  { sport, league, timeZone }: ReadContext,
  game: {
    sourceId: string;
    at: number;
    code: string;
    sides: z.output<typeof teams>;
    home?: number | null | undefined;
    away?: number | null | undefined;
  },
): SourceGame | undefined {
  const { sourceId, at, code, sides, home, away } = game;
  const startsAt = new Date(at * 1_000);
  const base = {
    sourceId,
    sport,
    league,
    date: dateIn(startsAt, timeZone),
    startsAt,
    home: sides.home.name,
    away: sides.away.name,
  };
  if (canceled.has(code)) return { ...base, status: "canceled" };
  if (!finished.has(code)) return { ...base, status: "scheduled" };
  // A finished game without a score gets one later.
  if (typeof home !== "number" || typeof away !== "number") return { ...base, status: "scheduled" };
  const result: FinishedResult = { kind: "score", home, away, overtime: overtime.has(code) };
  return { ...base, status: "finished", result };
}

export type FightResults = ReadonlyMap<string, string>;

/** How fights were won, by their ids, from the entries of `fights/results`. */
export const readFightResults = (entries: readonly unknown[]): FightResults =>
  new Map(
    entries.flatMap((entry) => {
      const { data } = fightResultSchema.safeParse(entry);
      return data ? [[data.fight.id, data.won_type ?? ""] as const] : [];
    }),
  );

/** A card that starts before midnight ends on the date on which it starts. */
const cardMs = 4 * hourMs;

/** One entry of `fights`; undefined for other promotions. @throws ZodError when it is not as documented */
export function readFight(
  entry: unknown,
  context: ReadContext,
  results: FightResults,
): SourceGame | undefined {
  const {
    id: sourceId,
    timestamp: at,
    slug,
    category,
    status: state,
    fighters,
  } = fightSchema.parse(entry);
  if (!/\bUFC\b|ultimate fighter.*final/i.test(slug ?? "")) return undefined;
  const startsAt = new Date(at * 1_000);
  const base = {
    sourceId,
    sport: context.sport,
    date: dateIn(new Date(startsAt.getTime() - cardMs), context.timeZone),
    startsAt,
    home: fighters.first.name,
    away: fighters.second.name,
    facts: { neutral: true, weightClass: category ?? undefined },
  };
  const code = state.short ?? "";
  if (fightCanceled.has(code)) return { ...base, status: "canceled" };
  const result = code === "FT" ? fightResult(fighters, results.get(sourceId)) : undefined;
  return result ? { ...base, status: "finished", result } : { ...base, status: "scheduled" };
}

function fightResult(
  { first, second }: { first: z.output<typeof fighter>; second: z.output<typeof fighter> },
  wonType: string | undefined,
): FinishedResult | undefined {
  const how = (wonType ?? "").toUpperCase();
  const ending = { finish: /^(T?KO|SUB)/.test(how), knockout: /^T?KO/.test(how) };
  if (first.winner === true) return { kind: "winner", winner: "home", ...ending };
  if (second.winner === true) return { kind: "winner", winner: "away", ...ending };
  // Without a winner the way of winning says what it was; without that, the result is still to come.
  if (/^(POINTS|DRAW)/.test(how)) return { kind: "winner", winner: "draw" };
  return /^(NC|NO CONTEST|OVERTURNED)/.test(how) ? { kind: "void" } : undefined;
}
