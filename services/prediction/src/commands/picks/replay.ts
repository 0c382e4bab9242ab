import { addDays, hourMs, slateDays, timeOn } from "../../domain/dates.ts";
import type { BookPrices, GameResult, SlateGame } from "../../domain/slate.ts";
import { gameHours, type Sport } from "../../domain/sport.ts";
import { type ModelState, update, walkTo } from "../../engine/serving/predict.ts";
import type { PricedGame } from "../../engine/types.ts";
import { distinctPicks, type PastPick } from "./distinct-picks.ts";

/** Results files contain dates only; every game starts at this hour, UTC, the second of a double-header later. */
const startHour = 20;
const doubleHeaderHours = 4;
/** Results files give the line of a spread without a price: both sides get what books usually ask. */
const spreadPrice = -110;

type Replay = {
  sport: Sport;
  /** Games of a results file in date order. */
  rows: readonly PricedGame[];
  /** First day of the first week, YYYY-MM-DD. */
  from: string;
  /** Number of weeks; by default all until the last game. */
  weeks?: number;
  model: ModelState;
};

/**
 * Replays weeks of a results file: each week the picks from that day's games and ratings, settled by the file's
 * results. Ratings know the games before the first day of the week and none after it.
 */
export function* replay({
  sport,
  rows,
  from,
  weeks = Number.POSITIVE_INFINITY,
  model,
}: Replay): Generator<PastPick> {
  const pick = distinctPicks();
  const resultOf = (id: string): GameResult =>
    rows[Number(id.split("-").at(-1))]?.result ?? { kind: "void" };
  const last = rows.at(-1)?.date ?? "";
  let state = walkTo(model, rows, from);
  for (let week = 0, date = from; week < weeks && date <= last; week += 1) {
    const games = gamesFrom(sport, rows, date);
    const slate = { sport, kind: "simulated", label: "Replay", snapshotId: date, games } as const;
    yield* pick({ ...slate, pricedAt: timeOn(date, 0) }, state, resultOf);
    const next = addDays(date, 7);
    state = update(state, between(rows, date, next));
    date = next;
  }
}

const between = (rows: readonly PricedGame[], from: string, to: string) =>
  rows.filter(({ date }) => date >= from && date < to);

/** Days with prices before the first picks, so that the ratings know some of the teams' games. */
const warmUpDays = 60;

/** The first day to replay, YYYY-MM-DD; undefined for a file without a price. */
export function firstReplayDay(rows: readonly PricedGame[]): string | undefined {
  const first = rows.find(({ prices, spreadHome }) => prices || spreadHome !== null);
  return first && addDays(first.date, warmUpDays);
}

/** The priced games of the slate that begins on a date. */
export function gamesFrom(sport: Sport, rows: readonly PricedGame[], date: string): SlateGame[] {
  const last = addDays(date, slateDays);
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    if (row.date < date || row.date > last) return [];
    const meeting = [row.date, row.home, row.away].join("|");
    const startsAt = timeOn(row.date, startHour + (seen.has(meeting) ? doubleHeaderHours : 0));
    seen.add(meeting);
    const books = booksOf(row, startsAt);
    if (books.length === 0) return [];
    const { result: _result, prices: _prices, spreadHome: _spreadHome, ...fixture } = row;
    const endsAt = new Date(startsAt.getTime() + gameHours[sport] * hourMs);
    const neutral = row.neutral ?? false;
    return { ...fixture, id: idOf(sport, row, index), sport, startsAt, endsAt, neutral, books };
  });
}

const idOf = (sport: Sport, { date }: PricedGame, index: number) =>
  `replay-${sport}-${date}-${index}`;

function booksOf({ prices, spreadHome: line }: PricedGame, updatedAt: Date): BookPrices[] {
  if (!prices && line === null) return [];
  const spread = line === null ? undefined : { line, home: spreadPrice, away: spreadPrice };
  return [{ book: "the closing price", moneyline: prices, spread, updatedAt }];
}
