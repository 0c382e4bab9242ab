import { readFileSync } from "node:fs";
import { constants, gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { Sport } from "../domain/sport.ts";
import type { PricedGame } from "../engine/types.ts";
import { badInput } from "./command.ts";
import { columnsOf, rowSchemas } from "../results/files/training-rows.ts";

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Reads a results file of a sport, plain or gzip'd CSV in date order. @throws badInput naming file, row and column. */
export function readResults(file: string, sport: Sport): PricedGame[] {
  const [header = [], ...rows] = readCells(file);
  const columns = columnsOf(sport);
  const places = columns.map((column) => {
    const place = header.indexOf(column);
    if (place < 0)
      throw badInput({ file, row: "header", column }, `is missing (a ${sport} file has it)`);
    return [column, place] as const;
  });
  let last = "";
  return rows.map((cells, row) => {
    const raw = Object.fromEntries(places.map(([column, place]) => [column, cells[place]]));
    const parsed = rowSchemas[sport].safeParse(raw);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const column = String(issue?.path[0] ?? "");
      throw badInput({ file, row, column }, `"${raw[column]}" ${issue?.message}`);
    }
    if (parsed.data.date < last) {
      throw badInput({ file, row, column: "date" }, `${parsed.data.date} comes after ${last}`);
    }
    if (parsed.data.home === parsed.data.away) {
      const column = sport === "ufc" ? "fighter_b" : "away";
      throw badInput({ file, row, column }, `"${parsed.data.away}" is its own opponent`);
    }
    last = parsed.data.date;
    return parsed.data;
  });
}

/** Says where a cut gzip stopped: the row and column that could still be read. */
function cutShort(file: string, bytes: Buffer): Error {
  let readable = "";
  try {
    readable = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString("utf8");
  } catch {
    // Damaged inside: nothing more can be said than that the file is not whole.
  }
  const lines = readable.split("\n");
  const header = (lines[0] ?? "").split(",");
  const cells = (lines.at(-1) ?? "").split(",").length;
  const place =
    lines.length > 1
      ? { file, row: lines.length - 2, column: header[Math.min(cells, header.length) - 1] }
      : { file };
  return badInput(place, "the gzip data is damaged or cut short here");
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw badInput({ file }, "cannot be read");
  }
  if (!isGzip(bytes)) {
    if (file.endsWith(".gz")) throw badInput({ file }, "is not gzip data");
    return bytes.toString("utf8");
  }
  try {
    return gunzipSync(bytes).toString("utf8");
  } catch {
    throw cutShort(file, bytes);
  }
}

function readCells(file: string): string[][] {
  try {
    return parse(readText(file), { bom: true, skip_empty_lines: true });
  } catch (error) {
    const row = csvLine(error);
    if (row === undefined) throw error;
    throw badInput({ file, row }, "does not have as many cells as the header");
  }
}

function csvLine(error: unknown): number | undefined {
  return error instanceof Error && "lines" in error && typeof error.lines === "number"
    ? Math.max(0, error.lines - 2)
    : undefined;
}
