import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { dayMs, hourMs, minuteMs } from "../../domain/dates.ts";
import type { Sport } from "../../domain/sport.ts";
import type { SourceGame } from "../../domain/live-games/rated-result.ts";
import { ResultsFailure, type ResultsQuery, type ResultsSource } from "../source.ts";
import type { Row } from "./reader.ts";
import { eventDate, gameLogFields, gameLogRow, shapes, ufcStatsRow } from "./shapes.ts";

/** A file as it was last read: `version` changes with its content. */
type ReadFile = { version: string; games: SourceGame[]; events: Map<string, string>; bouts: Row[] };

/** All games, and why some files could not be opened, with what they contained before. */
type ReadFiles = { games: SourceGame[]; failures: { why: string; last: ReadFile | undefined }[] };

type Fault = { line: number; why: string };

const timeoutMs = 60_000;
const awaitedMs = 5 * minuteMs;
const idleMs = hourMs;
/** Rows read before other work gets its turn. */
const batch = 500;

/**
 * Results from CSV files in the shapes that people have: nflverse games, football-data.co.uk, Retrosheet game logs,
 * exports of ufcstats.com and training files. A changed file is read again.
 * @param options.places folders, files and URLs
 * @param options.oldest results before this date (YYYY-MM-DD) are not kept in memory
 */
export function fileSource(options: {
  places: readonly string[];
  oldest: string;
  /** Gets what of a file could not be read. */
  onUnreadable: (file: string, rows: number, why: string) => void;
}): ResultsSource {
  const { places, oldest, onUnreadable } = options;
  const known = new Map<string, ReadFile>();
  let reading: Promise<ReadFiles> | undefined;

  async function readAll(): Promise<ReadFiles> {
    const failures: ReadFiles["failures"] = [];
    const files: string[] = [];
    for (const place of places) {
      const found = await filesOf(place).catch(failureOf);
      if (found instanceof ResultsFailure) failures.push({ why: found.message, last: undefined });
      else files.push(...found);
    }
    for (const file of files) {
      const last = known.get(file);
      const fresh = await open(file, last?.version).catch(failureOf);
      if (fresh instanceof ResultsFailure) failures.push({ why: fresh.message, last });
      else if (fresh) known.set(file, await readFile(file, fresh));
    }
    for (const { why, last } of failures) if (!last) onUnreadable("a file or folder", 0, why);
    for (const file of known.keys()) if (!files.includes(file)) known.delete(file);
    const read = [...known.values()];
    const events = new Map(read.flatMap((file) => [...file.events]));
    const bouts = read.flatMap((file) => file.bouts);
    return {
      games: [...read.flatMap(({ games }) => games), ...joinBouts(bouts, events)],
      failures,
    };
  }

  async function readFile(
    file: string,
    { version, content }: { version: string; content: Readable },
  ): Promise<ReadFile> {
    const name = basename(file.replace(/[?#].*$/, ""));
    const unzipped = name.endsWith(".gz") ? content.pipe(createGunzip()) : content;
    const rows = unzipped.pipe(
      parse({ bom: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true }),
    );
    const result: ReadFile = { version, games: [], events: new Map(), bouts: [] };
    const faults: Fault[] = [];
    let take: ((fields: string[]) => void) | undefined;
    let line = 0;
    try {
      for await (const fields of rows as AsyncIterable<string[]>) {
        line += 1;
        if (line % batch === 0) await setImmediate();
        if (!take) {
          take = takerOf(name, fields, result);
          if (!take) {
            onUnreadable(file, 1, "the columns are of no known shape");
            break;
          }
          if (!isGameLog(fields)) continue;
        }
        try {
          take(fields);
        } catch (error) {
          faults.push({ line, why: error instanceof Error ? error.message : "unreadable" });
        }
      }
    } catch (error) {
      faults.push({ line, why: error instanceof Error ? error.message : "unreadable" });
    }
    const [first] = faults;
    if (first) onUnreadable(file, faults.length, `line ${first.line}: ${first.why}`);
    result.games = numbered(result.games.filter(({ date }) => date >= oldest));
    return result;
  }

  function joinBouts(bouts: readonly Row[], events: ReadonlyMap<string, string>): SourceGame[] {
    const faults: string[] = [];
    const games = bouts.flatMap((row) => {
      try {
        return { sourceId: "", ...ufcStatsRow(row, events) };
      } catch (error) {
        faults.push(error instanceof Error ? error.message : "unreadable");
        return [];
      }
    });
    if (faults.length > 0) onUnreadable("bouts of ufcstats.com", faults.length, faults[0] ?? "");
    return numbered(games.filter(({ date }) => date >= oldest));
  }

  return {
    name: "files",
    reachDays: Number.POSITIVE_INFINITY,
    // Files cost nothing, and some get the results of a week or of a season at once.
    stepDays: Number.POSITIVE_INFINITY,
    overlapDays: Number.POSITIVE_INFINITY,
    covers: () => places.length > 0,
    pace: () => Promise.resolve({ awaitedMs, idleMs }),
    games: async ({ sport, league, from, to }: ResultsQuery) => {
      reading ??= readAll().finally(() => {
        reading = undefined;
      });
      const { games, failures } = await reading;
      const own = games.filter((game) => game.sport === sport && game.league === league);
      // A file that cannot be opened fails the competitions that it had, and those of no other file.
      const failed = failures.filter(({ last }) =>
        last ? hasResults(last, sport, league) : own.length === 0,
      );
      if (failed.length > 0)
        throw new ResultsFailure(failed.map(({ why }) => why).join("; "), awaitedMs);
      if (own.length === 0)
        throw new ResultsFailure(
          `results files: no file has results of ${league ?? sport}`,
          awaitedMs,
        );
      return own.filter(({ date }) => date >= from && date <= to);
    },
  };
}

const hasResults = ({ games, bouts, events }: ReadFile, sport: Sport, league?: string): boolean =>
  games.some((game) => game.sport === sport && game.league === league) ||
  (sport === "ufc" && bouts.length + events.size > 0);

/** A failure to open a file; anything else is thrown. */
function failureOf(error: unknown): ResultsFailure {
  if (error instanceof ResultsFailure) return error;
  throw error;
}

const isGameLog = (fields: readonly string[]): boolean =>
  fields.length >= gameLogFields && /^\d{8}$/.test(fields[0] ?? "");

/** Says how to take the rows of a file, from its first row; undefined for an unknown shape. */
function takerOf(name: string, first: readonly string[], to: ReadFile) {
  const addGame = (game: Omit<SourceGame, "sourceId"> | undefined) => {
    if (game) to.games.push({ sourceId: "", ...game });
  };
  if (isGameLog(first)) return (fields: string[]) => addGame(gameLogRow(fields));
  const header = first.map((column) => column.trim());
  const has = (...columns: readonly string[]) => columns.every((one) => header.includes(one));
  const rowOf = (fields: readonly string[]): Row =>
    Object.fromEntries(header.map((column, at) => [column, fields[at] ?? ""]));
  if (has("EVENT", "BOUT", "OUTCOME", "METHOD"))
    return (fields: string[]) => void to.bouts.push(rowOf(fields));
  if (has("EVENT", "DATE"))
    return (fields: string[]) => {
      const row = rowOf(fields);
      to.events.set(row["EVENT"]?.trim() ?? "", eventDate(row["DATE"] ?? ""));
    };
  const read = shapes.find(({ columns }) => has(...columns))?.reader(name);
  return read && ((fields: string[]) => addGame(read(rowOf(fields))));
}

/** Games with ids from their day and sides; the second game of a doubleheader gets another number. */
function numbered(games: readonly SourceGame[]): SourceGame[] {
  const counts = new Map<string, number>();
  return games.map((game) => {
    const key = [game.date, game.league ?? game.sport, game.home, game.away].join(":");
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { ...game, sourceId: `${key}:${count}` };
  });
}

/** The files of a place: a folder's CSV files and game logs, else the place itself. */
async function filesOf(place: string): Promise<string[]> {
  if (isUrl(place)) return [place];
  const info = await stat(place).catch(() => undefined);
  if (!info) throw new ResultsFailure(`results files: ${place} does not exist`);
  if (!info.isDirectory()) return [place];
  const names = await readdir(place);
  return names
    .filter((name) => /\.(csv|csv\.gz|txt)$/i.test(name))
    .toSorted()
    .map((name) => join(place, name));
}

/** Opens a file or URL that has changed since a version; undefined when it has not. */
async function open(
  file: string,
  version: string | undefined,
): Promise<{ version: string; content: Readable } | undefined> {
  if (!isUrl(file)) {
    const { size, mtimeMs } = await stat(file);
    const current = `${size}:${mtimeMs}`;
    return current === version ? undefined : { version: current, content: createReadStream(file) };
  }
  const response = await fetch(file, {
    headers: version === undefined ? {} : { "if-none-match": version },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new ResultsFailure(`results files: ${hostOf(file)} is not reachable`);
  });
  if (response.status === 304) return undefined;
  if (!response.ok || !response.body)
    throw new ResultsFailure(`results files: ${hostOf(file)}: status ${response.status}`);
  // Without a tag the file counts as changed once a day and whenever the process starts.
  const tag = response.headers.get("etag") ?? String(Math.floor(Date.now() / dayMs));
  if (tag === version) {
    await response.body.cancel();
    return undefined;
  }
  return { version: tag, content: Readable.fromWeb(response.body) };
}

const isUrl = (place: string): boolean => /^https?:\/\//.test(place);

const hostOf = (url: string): string => new URL(url).host;
