import { dateOfDay, dayNumber } from "../dates.ts";
import { logistic } from "../../domain/math.ts";
import { decimalToAmerican } from "../../domain/odds.ts";
import type { Sport } from "../../domain/sport.ts";
import { mulberry32 } from "../../slates/random.ts";
import type { PricedGame } from "../types.ts";

/** A few steps of tuning: enough to move the numbers, quick enough for a unit test. */
export const quick = { first: 40, second: 20 };

const margins: Record<Sport, number> = {
  nfl: 13,
  nba: 12,
  cfb: 15,
  mlb: 4,
  nhl: 2.5,
  soccer: 1.7,
  ufc: 1,
};

const overround = 1.045;

/**
 * A synthetic league whose teams have hidden strengths: `games` results in date order, one a day,
 * 80 a season from September, with prices that know the strengths. For tests only.
 */
export function miniature(sport: Sport, games: number, seed = 1): PricedGame[] {
  const random = mulberry32(seed);
  const teams = Array.from({ length: 10 }, (_, i) => ({
    name: `Side ${String.fromCharCode(65 + i)}`,
    strength: normal(random) * 0.6,
  }));
  return Array.from({ length: games }, (_, i) => {
    const home = teams[Math.floor(random() * teams.length)] ?? teams[0];
    const others = teams.filter((team) => team !== home);
    const away = others[Math.floor(random() * others.length)];
    const season = 2001 + Math.floor(i / 80);
    const edge = sport === "ufc" ? 0 : 0.25;
    const gap = (home?.strength ?? 0) - (away?.strength ?? 0) + edge;
    const margin = margins[sport] * (gap * 0.6 + normal(random));
    const p = logistic(gap);
    const draw = sport === "soccer" ? 0.26 : 0;
    return {
      date: dateOfDay(dayNumber(`${season}-09-01`) + (i % 80)),
      season: sport === "nba" || sport === "nhl" || sport === "soccer" ? season + 1 : season,
      home: home?.name ?? "",
      away: away?.name ?? "",
      neutral: sport === "ufc",
      league: sport === "soccer" ? "epl" : undefined,
      homeDivision: sport === "cfb" ? "fbs" : undefined,
      awayDivision: sport === "cfb" ? "fbs" : undefined,
      ...(sport === "mlb" && starters(home?.name, away?.name, i)),
      ...(sport === "ufc" && bodies(home?.name, away?.name, i)),
      result: sport === "ufc" ? boutOf(margin, random()) : scoreOf(sport, margin),
      prices: {
        home: price(p * (1 - draw)),
        draw: sport === "soccer" ? price(draw) : null,
        away: price((1 - p) * (1 - draw)),
      },
      spreadHome:
        sport === "nfl" || sport === "nba" || sport === "cfb" ? -Math.round(gap * 14) / 2 : null,
    };
  });
}

/** The same games as a results file of the sport. */
export function miniatureCsv(sport: Sport, games: readonly PricedGame[]): string {
  const rows = games.map((game) => Object.entries(columns(sport, game)));
  const header = (rows[0] ?? []).map(([name]) => name).join(",");
  return [header, ...rows.map((row) => row.map(([, value]) => cell(value)).join(","))].join("\n");
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function price(p: number): number {
  return decimalToAmerican(1 / Math.min(0.98, Math.max(0.02, p * overround)));
}

function scoreOf(sport: Sport, margin: number): PricedGame["result"] {
  const away = sport === "soccer" || sport === "nhl" ? 2 : 20;
  const whole = Math.round(margin);
  const decided = whole === 0 && sport !== "soccer" ? Math.sign(margin) || 1 : whole;
  return {
    kind: "score",
    home: Math.max(0, away + decided),
    away: Math.max(0, away - Math.min(0, away + decided)),
  };
}

function boutOf(margin: number, chance: number): PricedGame["result"] {
  return {
    kind: "winner",
    winner: margin > 0 ? "home" : "away",
    finish: chance < 0.5,
    knockout: chance < 0.3,
  };
}

/** Five starters per team alternate; every ninth game lists none. */
function starters(home = "", away = "", game = 0) {
  return game % 9 === 8
    ? {}
    : { homeStarter: `${home} ${game % 5}-R`, awayStarter: `${away} ${game % 4}-L` };
}

/** Age, reach and corner of two fighters; each is missing now and then. */
function bodies(home = "", away = "", game = 0) {
  return {
    ...(game % 7 !== 3 && {
      homeAge: 22 + (home.charCodeAt(5) % 15),
      awayAge: 22 + (away.charCodeAt(5) % 15),
    }),
    ...(game % 5 !== 2 && { homeReach: 170 + (home.charCodeAt(5) % 30), awayReach: 175 }),
    ...(game % 3 !== 1 && { redCorner: game % 2 === 0 ? ("home" as const) : ("away" as const) }),
  };
}

function cell(value: string | number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

function columns(
  sport: Sport,
  game: PricedGame,
): Record<string, string | number | null | undefined> {
  const { result, prices } = game;
  if (result.kind !== "score") {
    const winner =
      result.kind === "void" ? "nc" : { home: "a", away: "b", draw: "draw" }[result.winner];
    return {
      date: game.date,
      season: game.season,
      fighter_a: game.home,
      fighter_b: game.away,
      winner,
      a_ml: prices?.home,
      b_ml: prices?.away,
      weight_class: game.weightClass,
      red: game.redCorner === undefined ? "" : { home: "a", away: "b" }[game.redCorner],
      method: result.finish ? (result.knockout === true ? "KO/TKO" : "SUB") : "U-DEC",
      a_age: game.homeAge,
      b_age: game.awayAge,
      a_reach_cm: game.homeReach,
      b_reach_cm: game.awayReach,
    };
  }
  return {
    date: game.date,
    season: game.season,
    home: game.home,
    away: game.away,
    home_score: result.home,
    away_score: result.away,
    neutral: game.neutral === true ? 1 : 0,
    home_ml: prices?.home,
    away_ml: prices?.away,
    draw_ml: prices?.draw,
    spread_home: game.spreadHome,
    game_type: game.postseason === true ? "POST" : "REG",
    league: sport === "soccer" ? game.league : undefined,
    home_div: game.homeDivision,
    away_div: game.awayDivision,
    home_sp: game.homeStarter,
    away_sp: game.awayStarter,
  };
}
