import { z } from "zod";
import { dayNumber } from "../../engine/dates.ts";
import type { Sport } from "../../domain/sport.ts";
import type { PricedGame } from "../../engine/types.ts";

const date = z.string().refine((value) => Number.isInteger(dayNumber(value)), {
  error: "is not a date YYYY-MM-DD",
});

const name = z.string().min(1, { error: "is empty" });

const whole = z
  .string()
  .regex(/^-?\d+$/, { error: "is not a whole number" })
  .transform(Number);

const score = z.string().regex(/^\d+$/, { error: "is not a score" }).transform(Number);

const text = z.string().transform((value) => (value === "" ? undefined : value));

const price = z
  .string()
  .refine(isPrice, { error: "is not an American price (at most -100 or at least +100)" })
  .transform((value) => (value === "" ? null : Number(value)));

const handicap = z
  .string()
  .refine((value) => value === "" || Number.isFinite(Number(value)), { error: "is not a number" })
  .transform((value) => (value === "" ? null : Number(value)));

const teamRow = z.object({
  date,
  season: whole,
  home: name,
  away: name,
  home_score: score,
  away_score: score,
  neutral: z.enum(["0", "1"], { error: "is not 0 or 1" }),
  home_ml: price,
  away_ml: price,
  draw_ml: price,
});

const playoffs = { game_type: z.enum(["REG", "POST", ""], { error: "is not REG or POST" }) };

const spread = { spread_home: handicap };

/** An age or reach; empty and 0 both mean unknown. */
const measure = z
  .string()
  .refine((value) => Number(value) >= 0, { error: "is not a measure" })
  .transform((value) => (Number(value) > 0 ? Number(value) : undefined));

const boutRow = z.object({
  date,
  season: whole,
  fighter_a: name,
  fighter_b: name,
  winner: z.enum(["a", "b", "draw", "nc"], { error: "is not a, b, draw or nc" }),
  a_ml: price,
  b_ml: price,
  weight_class: text,
  red: z.enum(["a", "b", ""], { error: "is not a or b" }),
  method: z.string(),
  a_age: measure,
  b_age: measure,
  a_reach_cm: measure,
  b_reach_cm: measure,
});

type TeamRow = z.output<typeof teamRow> & {
  game_type?: string;
  spread_home?: number | null;
  league?: string | undefined;
  home_div?: string | undefined;
  away_div?: string | undefined;
  home_sp?: string | undefined;
  away_sp?: string | undefined;
};

const corners = { a: "home", b: "away" } as const;

const outcomes = {
  a: { kind: "winner", winner: "home" },
  b: { kind: "winner", winner: "away" },
  draw: { kind: "winner", winner: "draw" },
  nc: { kind: "void" },
} as const;

const twoWay = (row: TeamRow): PricedGame => fromTeams(row, false);

/** Row schema of each sport; its keys are the columns that a file must have. */
export const rowSchemas = {
  nfl: teamRow.extend({ ...playoffs, ...spread }).transform(twoWay),
  nba: teamRow.extend({ ...playoffs, ...spread }).transform(twoWay),
  nhl: teamRow.extend(playoffs).transform(twoWay),
  mlb: teamRow.extend({ ...playoffs, home_sp: text, away_sp: text }).transform(twoWay),
  cfb: teamRow.extend({ ...playoffs, ...spread, home_div: text, away_div: text }).transform(twoWay),
  soccer: teamRow.extend({ league: text }).transform((row) => fromTeams(row, true)),
  ufc: boutRow.transform(fromBout),
} satisfies Record<Sport, z.ZodType<PricedGame>>;

export const columnsOf = (sport: Sport): string[] => Object.keys(rowSchemas[sport].in.shape);

function isPrice(value: string): boolean {
  return value === "" || (/^[+-]?\d+(\.\d+)?$/.test(value) && Math.abs(Number(value)) >= 100);
}

function fromTeams(row: TeamRow, withDraw: boolean): PricedGame {
  const priced = row.home_ml !== null && row.away_ml !== null;
  const prices =
    priced && (!withDraw || row.draw_ml !== null)
      ? { home: row.home_ml ?? 0, draw: withDraw ? row.draw_ml : null, away: row.away_ml ?? 0 }
      : null;
  return {
    date: row.date,
    season: row.season,
    home: row.home,
    away: row.away,
    neutral: row.neutral === "1",
    postseason: row.game_type === "POST",
    league: row.league,
    homeDivision: row.home_div,
    awayDivision: row.away_div,
    homeStarter: row.home_sp,
    awayStarter: row.away_sp,
    result: { kind: "score", home: row.home_score, away: row.away_score },
    prices,
    spreadHome: row.spread_home ?? null,
  };
}

function fromBout(row: z.output<typeof boutRow>): PricedGame {
  return {
    date: row.date,
    season: row.season,
    home: row.fighter_a,
    away: row.fighter_b,
    neutral: true,
    weightClass: row.weight_class,
    redCorner: row.red === "" ? undefined : corners[row.red],
    homeAge: row.a_age,
    awayAge: row.b_age,
    homeReach: row.a_reach_cm,
    awayReach: row.b_reach_cm,
    result: {
      ...outcomes[row.winner],
      finish: /^(KO|SUB)/.test(row.method),
      knockout: row.method.startsWith("KO"),
    },
    prices:
      row.a_ml === null || row.b_ml === null
        ? null
        : { home: row.a_ml, draw: null, away: row.b_ml },
    spreadHome: null,
  };
}
