import { dateIn } from "../../domain/dates.ts";
import type { SourceGame } from "../../domain/live-games/rated-result.ts";
import { decimalToAmerican, isAmerican } from "../../domain/odds.ts";
import { sports } from "../../domain/sport.ts";
import { rowSchemas } from "./training-rows.ts";
import { timeZoneOf } from "../competitions.ts";
import { nflTeams, retrosheetTeams } from "./team-codes.ts";
import { cell, momentIn, numberIn, scoreIn, type ReadRow, type Row } from "./reader.ts";

type Read = Omit<SourceGame, "sourceId">;

/** A kind of file: how to recognize it by its columns or name, and how to read its rows. */
type Shape = {
  name: string;
  /** Columns that every such file has. */
  columns: readonly string[];
  /** Reads the rows of one file; undefined where its name does not say what it contains. */
  reader: (fileName: string) => ReadRow | undefined;
};

/** The shapes in the order in which they are tried. */
export const shapes: readonly Shape[] = [
  { name: "own", columns: ["date", "fighter_a", "fighter_b", "winner"], reader: ownRows },
  { name: "own", columns: ["date", "home", "away", "home_score"], reader: ownRows },
  {
    name: "nflverse games",
    columns: ["gameday", "game_type", "home_team", "away_team"],
    reader: () => nflverseRow,
  },
  {
    name: "football-data.co.uk",
    columns: ["Div", "HomeTeam", "AwayTeam", "FTHG"],
    reader: () => footballDataRow,
  },
  {
    name: "football-data.co.uk",
    columns: ["Country", "League", "Home", "Away", "HG"],
    reader: () => footballDataRow,
  },
];

/** The shape of a training file, `<sport>.csv` or `<sport>.csv.gz`; its columns are those of `model:train`. */
function ownRows(fileName: string): ReadRow | undefined {
  const sport = sports.find((one) => new RegExp(`(^|/)${one}\\.csv(\\.gz)?$`).test(fileName));
  return (
    sport &&
    ((row) => {
      const parsed = rowSchemas[sport].safeParse(row);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw new Error(`${String(issue?.path[0] ?? "")}: ${issue?.message}`);
      }
      const { date, home, away, league, result, prices, spreadHome, ...facts } = parsed.data;
      return {
        sport,
        league,
        date,
        home,
        away,
        status: "finished",
        result,
        prices,
        spreadHome,
        facts,
      };
    })
  );
}

/** A row of nflverse's games.csv; times are Eastern. */
function nflverseRow(row: Row): Read {
  const date = cell(row, "gameday");
  const [home, away] = [scoreIn(row, "home_score"), scoreIn(row, "away_score")];
  const [homeLine, awayLine] = [numberIn(row, "home_moneyline"), numberIn(row, "away_moneyline")];
  const spread = numberIn(row, "spread_line");
  const isPriced = homeLine !== null && awayLine !== null && [homeLine, awayLine].every(isAmerican);
  return {
    sport: "nfl",
    date,
    startsAt: momentIn(date, row["gametime"], timeZoneOf("nfl")),
    home: nflTeams[cell(row, "home_team")] ?? cell(row, "home_team"),
    away: nflTeams[cell(row, "away_team")] ?? cell(row, "away_team"),
    ...ending(home, away, row["overtime"] === "1"),
    facts: {
      season: numberIn(row, "season") ?? undefined,
      neutral: row["location"] === "Neutral",
      postseason: cell(row, "game_type") !== "REG",
    },
    prices: isPriced ? { home: homeLine, draw: null, away: awayLine } : null,
    // The file gives the points by which the home team is favored.
    spreadHome: spread === null ? null : 0 - spread,
  };
}

const divisions: Readonly<Record<string, string>> = {
  E0: "epl",
  E1: "efl-championship",
  E2: "efl-league-one",
  E3: "efl-league-two",
  SC0: "scottish-prem",
  SC1: "scottish-champ",
  D1: "bundesliga",
  D2: "bundesliga-2",
  I1: "serie-a",
  I2: "serie-b",
  SP1: "la-liga",
  SP2: "la-liga-2",
  F1: "ligue-1",
  F2: "ligue-2",
  N1: "eredivisie",
  B1: "belgium-pro",
  P1: "primeira-liga",
  T1: "turkey-super",
  G1: "greece-super",
  Brazil: "brazil-serie-a",
  Mexico: "liga-mx",
  USA: "mls",
};

/** A row of a league file of football-data.co.uk, of the main or of the extra leagues; times are those of London. */
function footballDataRow(row: Row): Read | undefined {
  const league = divisions[row["Div"]?.trim() || (row["Country"]?.trim() ?? "")];
  if (league === undefined) return undefined;
  const listed = dayFirst(cell(row, "Date"));
  const startsAt = momentIn(listed, row["Time"], "Europe/London");
  const isMain = row["HomeTeam"] !== undefined;
  const [home, away] = isMain
    ? [scoreIn(row, "FTHG"), scoreIn(row, "FTAG")]
    : [scoreIn(row, "HG"), scoreIn(row, "AG")];
  return {
    sport: "soccer",
    league,
    date: startsAt ? dateIn(startsAt, timeZoneOf("soccer", league)) : listed,
    startsAt,
    home: cell(row, isMain ? "HomeTeam" : "Home"),
    away: cell(row, isMain ? "AwayTeam" : "Away"),
    ...ending(home, away, undefined),
    prices: averagePrices(row),
  };
}

/** The average closing prices of several books. */
function averagePrices(row: Row): Read["prices"] {
  const decimals = ["AvgCH", "AvgCD", "AvgCA"].map((column) => numberIn(row, column));
  const [home, draw, away] = decimals.map((price) =>
    price !== null && price > 1 ? decimalToAmerican(price) : undefined,
  );
  if (home === undefined || draw === undefined || away === undefined) return null;
  return { home, draw, away };
}

/** A date like 25/12/2026 or 25/12/26. @throws Error for anything else */
function dayFirst(text: string): string {
  const [, day = "", month = "", year = ""] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text) ?? [];
  if (year === "") throw new Error(`Date: "${text}" is not a date`);
  const whole = year.length === 4 ? year : `20${year}`;
  return `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Places of the fields of a Retrosheet game log, which has no header. */
const log = {
  date: 0,
  game: 1,
  away: 3,
  home: 6,
  awayRuns: 9,
  homeRuns: 10,
  awayPitcher: 102,
  homePitcher: 104,
};
export const gameLogFields = 161;

/** A row of a Retrosheet game log. @throws Error that says what is wrong with the row */
export function gameLogRow(fields: readonly string[]): Read {
  const row = Object.fromEntries(Object.entries(log).map(([name, at]) => [name, fields[at] ?? ""]));
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(cell(row, "date")) ?? [];
  if (year === undefined) throw new Error(`date: "${row["date"]}" is not a date`);
  const [home, away] = [scoreIn(row, "homeRuns"), scoreIn(row, "awayRuns")];
  return {
    sport: "mlb",
    date: `${year}-${month}-${day}`,
    home: retrosheetTeams[cell(row, "home")] ?? cell(row, "home"),
    away: retrosheetTeams[cell(row, "away")] ?? cell(row, "away"),
    ...ending(home, away, undefined),
    facts: {
      homeStarter: starterOf(row["homePitcher"]),
      awayStarter: starterOf(row["awayPitcher"]),
    },
  };
}

/** A pitcher as the ratings list him: the first initial and the last name in one word. */
export function starterOf(name: string | undefined): string | undefined {
  const [first = "", ...rest] = (name ?? "").trim().split(/\s+/);
  const last = rest.filter((word) => !/^(jr|sr|ii|iii|iv)\.?$/i.test(word)).join("");
  const listed = `${first.slice(0, 1)}${last}`.normalize("NFKD").toUpperCase();
  return last === "" ? undefined : listed.replaceAll(/[^A-Z]/g, "");
}

/**
 * The row of a bout in an export of ufcstats.com, whose events are in a file of their own. @throws Error for a bout
 * without a date
 */
export function ufcStatsRow(row: Row, dates: ReadonlyMap<string, string>): Read {
  const event = cell(row, "EVENT");
  const date = dates.get(event);
  if (date === undefined) throw new Error(`EVENT: "${event}" has no date in the file of events`);
  const [home, away] = cell(row, "BOUT").split(/\s+vs\.?\s+/);
  if (home === undefined || away === undefined) throw new Error("BOUT does not name two fighters");
  const method = cell(row, "METHOD").toUpperCase();
  const knockout = /^T?KO/.test(method);
  const ends = { finish: knockout || method.startsWith("SUB"), knockout };
  const outcomes = {
    "W/L": { kind: "winner", winner: "home", ...ends },
    "L/W": { kind: "winner", winner: "away", ...ends },
    "D/D": { kind: "winner", winner: "draw" },
    "NC/NC": { kind: "void" },
  } as const;
  const result = outcomes[cell(row, "OUTCOME") as keyof typeof outcomes];
  if (!result) throw new Error(`OUTCOME: "${row["OUTCOME"]}" is unknown`);
  const weightClass = row["WEIGHTCLASS"]?.replaceAll(
    /\bUFC\b|\bInterim\b|\bTitle\b|\bBout\b/g,
    " ",
  );
  return {
    sport: "ufc",
    date,
    home: home.trim(),
    away: away.trim(),
    status: "finished",
    result,
    facts: { neutral: true, weightClass: weightClass?.replaceAll(/\s+/g, " ").trim() || undefined },
  };
}

/** The date of an event like "December 14, 2024". @throws Error for anything else */
export function eventDate(text: string): string {
  const time = new Date(`${text} UTC`);
  if (Number.isNaN(time.getTime())) throw new Error(`DATE: "${text}" is not a date`);
  return dateIn(time, "UTC");
}

function ending(
  home: number | undefined,
  away: number | undefined,
  overtime: boolean | undefined,
): Pick<Read, "status" | "result"> {
  if (home === undefined || away === undefined) return { status: "scheduled" };
  return { status: "finished", result: { kind: "score", home, away, overtime } };
}
