import { dateIn } from "../../domain/dates.ts";
import type { SourceGame } from "../../domain/live-games/rated-result.ts";

/** A row of a file by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

/** Reads a row; undefined where it is no game of a rated competition. @throws Error that says what is wrong with the row */
export type ReadRow = (row: Row) => Omit<SourceGame, "sourceId"> | undefined;

/** A cell that must have a value. @throws Error naming the column */
export function cell(row: Row, column: string): string {
  const value = row[column]?.trim() ?? "";
  if (value === "") throw new Error(`${column} is empty`);
  return value;
}

/** A score or undefined in an empty cell. @throws Error naming the column of anything else */
export function scoreIn(row: Row, column: string): number | undefined {
  const value = row[column]?.trim() ?? "";
  if (value === "" || value === "NA") return undefined;
  if (!/^\d{1,3}(\.0)?$/.test(value)) throw new Error(`${column}: "${value}" is not a score`);
  return Number(value);
}

/** A number, or null in any other cell. */
export function numberIn(row: Row, column: string): number | null {
  const value = Number(row[column]?.trim() || Number.NaN);
  return Number.isFinite(value) ? value : null;
}

/** A moment from a local date (YYYY-MM-DD) and time (HH:MM); undefined for anything else. */
export function momentIn(date: string, time: string | undefined, timeZone: string) {
  if (!/^\d{1,2}:\d{2}$/.test(time ?? "")) return undefined;
  const asUtc = new Date(`${date}T${(time ?? "").padStart(5, "0")}:00Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  return new Date(asUtc.getTime() - offsetMs(asUtc, timeZone));
}

/** Local time minus UTC; within an hour of a change of the clock it may be the other one of the day. */
function offsetMs(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short", hour12: false });
  const [hours = 0, minutes = 0] = parts.format(time).split(":").map(Number);
  const local = Date.parse(`${dateIn(time, timeZone)}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
  return local - Math.floor(time.getTime() / 60_000) * 60_000;
}
