import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Comparison } from "../engine/evaluation/metrics.ts";
import { sports } from "../engine/types.ts";
import { readOptions, required, sportOf } from "./options.ts";
import { readResults } from "./results-file.ts";
import { missesOf } from "./targets.ts";
import { costLine, processConsole, runCommand, type Console } from "./run-command.ts";
import { validateSport, type Validation } from "./validation.ts";

const withError = (comparison: Comparison | undefined): string => {
  if (comparison === undefined) return "–";
  const { difference, standardError } = comparison;
  return `${difference >= 0 ? "+" : ""}${difference.toFixed(4)} ± ${standardError.toFixed(4)}`;
};

const loss = (metrics: { logLoss: number } | undefined): string =>
  metrics === undefined ? "–" : metrics.logLoss.toFixed(4);

const columns: readonly [string, number, (v: Validation) => string][] = [
  ["sport", 6, (v) => v.sport],
  ["n", 6, (v) => String(v.model.n)],
  ["Elo column", 11, (v) => v.reference.toFixed(4)],
  ["our Elo", 8, (v) => loss(v.elo)],
  ["model", 7, (v) => loss(v.model)],
  ["model − our Elo", 17, (v) => withError(v.modelAgainstElo)],
  ["results only", 13, (v) => loss(v.resultsOnly)],
  ["slope", 6, (v) => v.model.slope.toFixed(2)],
  ["ECE", 7, (v) => v.model.calibration.error.toFixed(4)],
  ["chance", 7, (v) => v.model.calibration.chance.toFixed(4)],
  ["home ECE", 8, (v) => v.model.homeCalibration.error.toFixed(4)],
  ["home chance", 11, (v) => v.model.homeCalibration.chance.toFixed(4)],
  ["priced", 7, (v) => String(v.priced?.market.n ?? 0)],
  ["model", 7, (v) => loss(v.priced?.model)],
  ["market", 7, (v) => loss(v.priced?.market)],
  ["blend", 7, (v) => loss(v.priced?.blend)],
  ["blend − market", 17, (v) => withError(v.priced?.blendAgainstMarket)],
  ["weights", 10, (v) => `${v.blend.market.toFixed(2)}/${v.blend.model.toFixed(2)}`],
];

const row = (cell: (column: (typeof columns)[number]) => string): string =>
  columns.map((column) => cell(column).padStart(column[1])).join(" ");

/** Keeps earlier sports of the file that were not checked this time. */
const save = (file: string, fresh: readonly Validation[]): void => {
  const kept = readValidations(file).filter(({ sport }) => fresh.every((v) => v.sport !== sport));
  const all = sports.flatMap((sport) => [...kept, ...fresh].filter((v) => v.sport === sport));
  mkdirSync(dirname(file), { recursive: true });
  const lines = all.map((validation) =>
    JSON.stringify(validation, (_name, value: unknown) =>
      typeof value === "number" ? Number(value.toPrecision(6)) : value,
    ),
  );
  writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
};

/** Validations written by an earlier check, none when there is no such file. */
export const readValidations = (file: string): Validation[] => {
  try {
    const parsed: Validation[] = JSON.parse(readFileSync(file, "utf8"));
    return parsed;
  } catch {
    return [];
  }
};

/** `model:check`: fits every sport before its validation window and scores it there; `--out` keeps the figures. */
export const checkCommand = (argv: readonly string[], io: Console): void => {
  const options = readOptions(argv, ["data", "sport", "out"]);
  const data = required(options.data, "data");
  const chosen = options.sport === undefined ? sports : [sportOf(options.sport)];
  io.out(row(([name]) => name));
  const found = chosen.map((sport) => {
    const validation = validateSport(sport, readResults(join(data, `${sport}.csv.gz`), sport));
    io.out(row(([, , text]) => text(validation)));
    return validation;
  });
  if (options.out !== undefined) save(options.out, found);
  io.out(costLine());
  const misses = found.flatMap(missesOf);
  if (misses.length > 0) throw new Error(`targets missed: ${misses.join("; ")}`);
  io.out("every target reached");
};

if (import.meta.main) {
  process.exitCode = runCommand(checkCommand, process.argv.slice(2), processConsole);
}
