import type { Competition } from "../season/competitions.ts";
import type { Result, SideScore } from "../season/play.ts";
import { hashOf } from "../season/random.ts";
import type { Game } from "../season/season.ts";
import { type Host, hostOf, statusOf } from "./statuses.ts";

const media = "https://media.api-sports.io";
const codeOf: Record<string, string> = {
  USA: "US",
  England: "GB",
  Spain: "ES",
  Italy: "IT",
  Germany: "DE",
};

/** A game of a host's list. */
export function gameShape(game: Game, result: Result) {
  const host = hostOf[game.competition.sport];
  switch (host) {
    case "american-football":
      return americanFootballGame(game, result);
    case "football":
      return fixture(game, result);
    case "mma":
      return fight(game, result);
    case "basketball":
    case "baseball":
    case "hockey":
      return teamGame(host, game, result);
  }
}

/** A row of GET /fights/results. */
export function fightResultShape({ sourceId }: Game, result: Result) {
  if (result.kind !== "bout") throw new Error("only bouts have results of this kind");
  const { method, round, minute, cards } = result;
  return {
    fight: { id: sourceId },
    won_type: method,
    round,
    minute,
    ko_type: method === "KO" ? "Punch" : null,
    target: null,
    sub_type: method === "SUB" ? "Rear Naked Choke" : null,
    score: cards,
  };
}

/** The season of a game as its host writes it. */
export function seasonOf({ sport, country }: Competition, startsAt: number): string | number {
  const date = new Date(startsAt);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const startYear = month >= 7 ? year : year - 1;
  if (sport === "nba") return `${startYear}-${startYear + 1}`;
  if (sport === "nfl" || sport === "cfb") return String(startYear);
  const isCalendarYear = sport === "mlb" || sport === "ufc" || ["USA", "Brazil"].includes(country);
  return sport !== "nhl" && isCalendarYear ? year : startYear;
}

function americanFootballGame(game: Game, result: Result) {
  const { competition, startsAt, sourceId } = game;
  const { date, time, timestamp, timezone } = timesOf(startsAt);
  const { id: _id, ...country } = countryOf(game);
  const side = (name: "home" | "away") => {
    const { periods, overtime, total } = sideOf(game, result, name);
    const quarters = numbered("quarter_", periods, 4);
    return { ...quarters, overtime, total };
  };
  return {
    game: {
      id: sourceId,
      stage: competition.sport === "nfl" ? "Regular Season" : "FBS (Division I-A)",
      week: null,
      date: { timezone, date: date.slice(0, 10), time, timestamp },
      venue: { name: null, city: null },
      status: { ...statusOf("american-football", game, result), timer: null },
    },
    league: {
      ...leagueOf(game),
      season: seasonOf(competition, startsAt),
      country,
    },
    teams: teamsOf("american-football", game),
    scores: { home: side("home"), away: side("away") },
  };
}

/** Basketball, baseball and hockey differ in their scores alone. */
function teamGame(host: "basketball" | "baseball" | "hockey", game: Game, result: Result) {
  const { competition, startsAt, sourceId } = game;
  const common = {
    id: sourceId,
    ...timesOf(startsAt),
    week: null,
    status: { ...statusOf(host, game, result), ...(host === "basketball" && { timer: null }) },
    country: countryOf(game),
    league: { ...leagueOf(game), type: "League", season: seasonOf(competition, startsAt) },
    teams: teamsOf(host, game),
  };
  const [home, away] = [sideOf(game, result, "home"), sideOf(game, result, "away")];
  switch (host) {
    case "basketball": {
      const side = ({ periods, overtime, total }: ShownScore) => {
        const quarters = numbered("quarter_", periods, 4);
        return { ...quarters, over_time: overtime, total };
      };
      const scores = { home: side(home), away: side(away) };
      return { ...common, stage: null, venue: null, scores };
    }
    case "baseball": {
      const side = ({ periods, overtime, total }: ShownScore) => ({
        hits: total === null ? null : total + 3,
        errors: total === null ? null : 0,
        innings: { ...numbered("", periods, 9), extra: overtime },
        total,
      });
      return { ...common, scores: { home: side(home), away: side(away) } };
    }
    case "hockey": {
      const isShootout = result.kind === "score" && result.decidedBy === "shootout";
      const period = (index: number) => pairOf(home.periods?.[index], away.periods?.[index]);
      const extra = pairOf(home.overtime, away.overtime);
      const periods = {
        first: period(0),
        second: period(1),
        third: period(2),
        overtime: isShootout && extra !== null ? "0-0" : extra,
        penalties: isShootout ? extra : null,
      };
      const scores = { home: home.total, away: away.total };
      return { ...common, timer: null, scores, periods, events: false };
    }
  }
}

function fixture(game: Game, result: Result) {
  const { competition, startsAt, sourceId, phase, progress } = game;
  const { date, timestamp, timezone } = timesOf(startsAt);
  const [home, away] = [sideOf(game, result, "home"), sideOf(game, result, "away")];
  const { home: homeTeam, away: awayTeam } = teamsOf("football", game);
  const winner = (own: number | null, other: number | null) =>
    phase !== "finished" || own === null || other === null || own === other ? null : own > other;
  const half = phase === "live" || phase === "finished" ? 0 : undefined;
  const none = { home: null, away: null };
  const total = { home: home.total, away: away.total };
  const elapsed = phase === "live" ? Math.floor(90 * progress) : phase === "finished" ? 90 : null;
  const { id, name, logo } = leagueOf(game);
  return {
    fixture: {
      id: sourceId,
      referee: null,
      timezone,
      date,
      timestamp,
      periods: { first: half === undefined ? null : timestamp, second: null },
      venue: { id: null, name: null, city: null },
      status: { ...statusOf("football", game, result), elapsed, extra: null },
    },
    league: {
      id,
      name,
      country: competition.country,
      logo,
      flag: null,
      season: seasonOf(competition, startsAt),
      round: "Regular Season",
    },
    teams: {
      home: { ...homeTeam, winner: winner(home.total, away.total) },
      away: { ...awayTeam, winner: winner(away.total, home.total) },
    },
    goals: total,
    score: {
      halftime: { home: home.periods?.[0] ?? null, away: away.periods?.[0] ?? null },
      fulltime: phase === "finished" ? total : none,
      extratime: none,
      penalty: none,
    },
  };
}

function fight(game: Game, result: Result) {
  const { home, away, startsAt, sourceId, phase, isSwapped, scheduled } = game;
  const winner = result.kind === "bout" && phase === "finished" ? result.winner : undefined;
  const fighter = (name: string, side: "home" | "away") => {
    const id = teamId(name);
    const isWinner = winner === undefined ? null : winner === (isSwapped ? other[side] : side);
    return { id, name, logo: `${media}/mma/fighters/${id}.png`, winner: isWinner };
  };
  const categories = [
    "Bantamweight",
    "Featherweight",
    "Lightweight",
    "Welterweight",
    "Middleweight",
  ];
  return {
    id: sourceId,
    ...timesOf(startsAt),
    slug: "UFC Fight Night",
    is_main: scheduled.place >= 7,
    category: categories[scheduled.place % categories.length],
    status: statusOf("mma", game, result),
    fighters: { first: fighter(home, "home"), second: fighter(away, "away") },
  };
}

const other = { home: "away", away: "home" } as const;

/** The numbers of a side; null before the game, and those of the moment during it. */
type ShownScore = { total: number | null; overtime: number | null; periods?: number[] | undefined };

function sideOf(
  { phase, isSwapped, progress }: Game,
  result: Result,
  side: "home" | "away",
): ShownScore {
  const none = { total: null, overtime: null, periods: undefined };
  if (result.kind !== "score") return none;
  const score: SideScore = result[isSwapped ? other[side] : side];
  if (phase === "finished") return score;
  if (phase !== "live") return none;
  const periods = score.periods.slice(0, Math.ceil(progress * score.periods.length));
  return { total: periods.reduce((sum, points) => sum + points, 0), overtime: null, periods };
}

function numbered(prefix: string, periods: number[] | undefined, count: number) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${prefix}${index + 1}`,
      periods?.[index] ?? null,
    ]),
  );
}

function pairOf(home: number | null = null, away: number | null = null): string | null {
  return home === null || away === null ? null : `${home}-${away}`;
}

function timesOf(startsAt: number) {
  const iso = new Date(startsAt).toISOString();
  return {
    date: `${iso.slice(0, 19)}+00:00`,
    time: iso.slice(11, 16),
    timestamp: Math.floor(startsAt / 1_000),
    timezone: "UTC",
  };
}

function teamsOf(host: Host, { home, away }: Game) {
  const team = (name: string) => {
    const id = teamId(name);
    return { id, name, logo: `${media}/${host}/teams/${id}.png` };
  };
  return { home: team(home), away: team(away) };
}

function leagueOf({ competition: { sport, sourceId: id, sourceName: name } }: Game) {
  return { id, name, logo: `${media}/${hostOf[sport]}/leagues/${id}.png` };
}

function countryOf({ competition: { country: name } }: Game) {
  const code = codeOf[name] ?? null;
  const flag = code && `${media}/flags/${code.toLowerCase()}.svg`;
  const ids: Record<string, number> = { USA: 5 };
  return { id: ids[name] ?? 1, name, code, flag };
}

const teamId = (name: string): number => (hashOf(name) % 100_000) + 1;
