import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadModel, probability } from "../engine/serving/predict.ts";
import { miniature, miniatureCsv } from "../engine/testing/miniature.ts";
import type { Sport } from "../domain/sport.ts";
import { evaluateCommand } from "./evaluate.ts";
import { runCommand } from "./command.ts";
import { trainCommand } from "./train.ts";

let folder = "";
let out: string[] = [];
let err: string[] = [];
const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
const path = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "commands-"));
  [out, err] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true }));

const save = (name: string, text: string): string => {
  writeFileSync(path(name), name.endsWith(".gz") ? gzipSync(text) : text);
  return path(name);
};

const saveSport = (sport: Sport, historyGames = 300, testGames = 60) => {
  const games = miniature(sport, historyGames + testGames);
  return {
    history: save("history.csv.gz", miniatureCsv(sport, games.slice(0, historyGames))),
    test: save("test.csv.gz", miniatureCsv(sport, games.slice(historyGames))),
  };
};

const evaluate = (sport: string, files: { history: string; test: string }): number => {
  const options = ["--sport", sport, "--history", files.history, "--test", files.test];
  return runCommand(evaluateCommand, [...options, "--out", path("out.jsonl")], io);
};

type Forecast = { home: number; draw: number | null; away: number };
type Line = Forecast & { row: number; blend: Forecast | null; market: Forecast | null };
const readLines = (): Line[] =>
  readFileSync(path("out.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line): Line => JSON.parse(line));

describe("model:evaluate", () => {
  it.each(["soccer", "nfl", "ufc"] as const)(
    "%s: writes one line per test row, in file order",
    (sport) => {
      expect(evaluate(sport, saveSport(sport))).toBe(0);
      const lines = readLines();
      expect(lines.map(({ row }) => row)).toEqual(Array.from({ length: 60 }, (_, i) => i));
      for (const line of lines) {
        for (const forecast of [line, line.market, line.blend]) {
          const { home = -1, draw = -1, away = -1 } = forecast ?? {};
          expect(home + (draw ?? 0) + away).toBeCloseTo(1, 9);
          expect(draw === null).toBe(sport !== "soccer");
        }
      }
      const summary = out.join("\n");
      expect(summary).toContain("log loss");
      expect(summary).toContain("paired standard error");
      expect(summary).toMatch(/ECE 0\.\d{4} \(by chance .* home ECE 0\.\d{4} \(by chance /);
      expect(summary).toMatch(/took \d+\.\d s and \d+ MB at most$/);
    },
  );

  it("accepts extra columns, any line end, unknown teams, missing seasons and an empty test file", () => {
    const games = miniature("nfl", 340);
    const later = games.slice(300).map((game) => ({
      ...game,
      date: game.date.replace(/^\d+/, (year) => String(Number(year) + 9)),
      season: (game.season ?? 0) + 9,
      home: `New ${game.home}`,
    }));
    const history = save("history.csv", miniatureCsv("nfl", games.slice(0, 300)));
    const wide = miniatureCsv("nfl", later)
      .split("\n")
      .map((line) => `${line},"more, of it"`);
    const test = save("test.csv", `\ufeff${wide.join("\r\n")}\r\n`);
    expect(evaluate("nfl", { history, test })).toBe(0);
    expect(readLines().map(({ home }) => home > 0 && home < 1)).toEqual(later.map(() => true));
    const none = save("none.csv", `${wide[0]}\n`);
    expect(evaluate("nfl", { history, test: none })).toBe(0);
    expect(readFileSync(path("out.jsonl"), "utf8")).toBe("");
    expect(out.join("\n")).not.toContain("NaN");
  });

  it("writes null for market and blend of a row without a price", () => {
    const games = miniature("nhl", 360).map((game, i) =>
      i === 305 ? { ...game, prices: null } : game,
    );
    const history = save("history.csv", miniatureCsv("nhl", games.slice(0, 300)));
    const test = save("test.csv", miniatureCsv("nhl", games.slice(300)));
    expect(evaluate("nhl", { history, test })).toBe(0);
    const [before, unpriced] = readLines().slice(4, 6);
    expect(before?.market).not.toBeNull();
    expect(unpriced).toMatchObject({ market: null, blend: null });
  });
});

const breakCell = (from: string | RegExp, to: string) => {
  const files = saveSport("nfl");
  const text = miniatureCsv("nfl", miniature("nfl", 360).slice(300));
  return { ...files, test: save("test.csv.gz", text.replace(from, to)) };
};
const cells = (change: (row: string[]) => string[], row: number) => {
  const files = saveSport("nfl");
  const lines = miniatureCsv("nfl", miniature("nfl", 360).slice(300)).split("\n");
  lines[row + 1] = change((lines[row + 1] ?? "").split(",")).join(",");
  return { ...files, test: save("test.csv.gz", lines.join("\n")) };
};

describe("bad input", () => {
  it.each([
    [
      "a missing column",
      () => breakCell("spread_home", "spread"),
      /header \(line 1\), column spread_home: is missing/,
    ],
    [
      "odds of 0",
      () => cells((row) => row.with(7, "0"), 3),
      /row 3 \(line 5\), column home_ml: "0" is not an American price/,
    ],
    [
      "a score that is not a number",
      () => cells((row) => row.with(4, "x"), 9),
      /row 9 \(line 11\), column home_score/,
    ],
    [
      "dates out of order",
      () => cells((row) => row.with(0, "1999-01-01"), 5),
      /row 5 \(line 7\), column date: 1999-01-01 comes after/,
    ],
    [
      "a negative score",
      () => cells((row) => row.with(5, "-3"), 9),
      /row 9 \(line 11\), column away_score: "-3" is not a score/,
    ],
    [
      "a team that plays itself",
      () => cells((row) => row.with(3, row[2] ?? ""), 4),
      /row 4 \(line 6\), column away: "Side [A-J]" is its own opponent/,
    ],
    ["a row with cells missing", () => cells((row) => row.slice(0, 6), 7), /row 7 \(line 9\)/],
  ])(
    "names %s with file, row and column in one line and writes nothing",
    (_name, make, message) => {
      expect(evaluate("nfl", make())).toBe(2);
      expect(err).toHaveLength(1);
      expect(err[0]).toContain(path("test.csv.gz"));
      expect(err[0]).toMatch(message);
      expect(err[0]).not.toContain("\n");
      expect(existsSync(path("out.jsonl"))).toBe(false);
    },
  );

  it("names the last row and column of a truncated gzip file", () => {
    const files = saveSport("nba");
    const whole = readFileSync(files.test);
    writeFileSync(files.test, whole.subarray(0, Math.floor(whole.length * 0.7)));
    expect(evaluate("nba", files)).toBe(2);
    expect(err[0]).toMatch(/test\.csv\.gz, row \d+ \(line \d+\), column \w+: .*cut short/);
    expect(existsSync(path("out.jsonl"))).toBe(false);
  });

  it("names an unknown sport, an unknown option and a missing file in one line each", () => {
    const files = saveSport("nfl", 90, 5);
    expect(evaluate("cricket", files)).toBe(2);
    expect(evaluate("nfl", { ...files, test: path("none.csv.gz") })).toBe(2);
    expect(runCommand(evaluateCommand, ["--wrong", "1"], io)).toBe(2);
    expect(err[0]).toContain('unknown sport "cricket"');
    expect(err[1]).toContain("none.csv.gz: cannot be read");
    expect(err[2]).toContain("--wrong");
  });

  it("refuses an output that cannot be written before it fits anything", () => {
    const { history, test } = saveSport("nfl", 90, 5);
    const options = ["--sport", "nfl", "--history", history, "--test", test];
    for (const place of [path("none/out.jsonl"), folder])
      expect(runCommand(evaluateCommand, [...options, "--out", place], io)).toBe(2);
    save("nba.csv", "");
    save("nba.csv.gz", miniatureCsv("nba", miniature("nba", 90)));
    expect(train("nba.csv")).toBe(2);
    expect(err).toEqual([
      `${path("none/out.jsonl")}: cannot be written`,
      `${folder}: cannot be written`,
      `${path("nba.csv")}: cannot be written`,
    ]);
    expect(out).toEqual([]);
  });

  it("refuses a test file that starts before the history ends", () => {
    const { history, test } = saveSport("nfl");
    expect(evaluate("nfl", { history: test, test: history })).toBe(2);
    expect(err[0]).toContain("is before the history's end");
  });
});

const train = (to: string): number =>
  runCommand(trainCommand, ["--data", folder, "--out", path(to), "--sport", "nba"], io);

describe("model:train", () => {
  it("writes the same bytes twice, a model that can be served, and no row of the data", () => {
    const games = miniature("nba", 320);
    save("nba.csv.gz", miniatureCsv("nba", games));
    expect([train("one"), train("two")]).toEqual([0, 0]);
    const text = readFileSync(path("one/nba.json"), "utf8");
    expect(readFileSync(path("two/nba.json"), "utf8")).toBe(text);
    const state = loadModel(JSON.parse(text));
    const { home, away } = probability(state, {
      date: "2010-01-01",
      home: "Side A",
      away: "Side B",
    });
    expect(home + away).toBeCloseTo(1, 9);
    expect(state.version).toMatch(/^nba-\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/);
    expect(text).not.toMatch(/"prices"|"result"|spreadHome/);
  });

  it("writes nothing when the data is invalid", () => {
    save("nba.csv.gz", "date,season\n");
    expect(train("none")).toBe(2);
    expect(existsSync(path("none"))).toBe(false);
    expect(err[0]).toContain("column home: is missing");
  });
});
