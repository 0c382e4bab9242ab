import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sports } from "../domain/sport.ts";
import { chosenSports, costLine, runMain, type Command } from "./command.ts";
import { difference, four, two } from "./report.ts";
import { readResults } from "./results-file.ts";
import { missesOf, validateSport, type Validation } from "./validation.ts";

const columns: readonly [name: string, width: number, cell: (v: Validation) => string][] = [
  ["sport", 6, (v) => v.sport],
  ["n", 6, (v) => String(v.model.n)],
  ["reference", 9, (v) => four(v.reference)],
  ["own Elo", 8, (v) => four(v.elo.logLoss)],
  ["model", 7, (v) => four(v.model.logLoss)],
  ["model − own Elo", 17, (v) => difference(v.modelAgainstElo)],
  ["results only", 13, (v) => four(v.resultsOnly.logLoss)],
  ["slope", 6, (v) => two(v.model.slope)],
  ["ECE", 7, (v) => four(v.model.calibration.error)],
  ["chance", 7, (v) => four(v.model.calibration.chance)],
  ["home ECE", 8, (v) => four(v.model.homeCalibration.error)],
  ["home chance", 11, (v) => four(v.model.homeCalibration.chance)],
  ["priced", 7, (v) => String(v.priced?.market.n ?? 0)],
  ["model", 7, (v) => four(v.priced?.model.logLoss)],
  ["market", 7, (v) => four(v.priced?.market.logLoss)],
  ["blend", 7, (v) => four(v.priced?.blend.logLoss)],
  ["blend − market", 17, (v) => difference(v.priced?.blendAgainstMarket)],
  ["weights", 10, (v) => `${two(v.blend.market)}/${two(v.blend.model)}`],
];

/** `model:check`: fits every sport before its validation window and scores it there; `--out` keeps the figures. */
const checkCommand: Command<"data", "sport" | "out"> = {
  required: ["data"],
  optional: ["sport", "out"],
  run({ data, sport: chosen, out }, io) {
    io.out(line(([name]) => name));
    const found = chosenSports(chosen).map((sport) => {
      const validation = validateSport(sport, readResults(join(data, `${sport}.csv.gz`), sport));
      io.out(line(([, , cell]) => cell(validation)));
      return validation;
    });
    if (out !== undefined) save(out, found);
    io.out(costLine());
    const misses = found.flatMap(missesOf);
    if (misses.length > 0) throw new Error(`targets missed: ${misses.join("; ")}`);
    io.out("every target reached");
  },
};

/** Validations of an earlier check; none when there is no such file. */
export function readValidations(file: string): Validation[] {
  try {
    const parsed: Validation[] = JSON.parse(readFileSync(file, "utf8"));
    return parsed;
  } catch {
    return [];
  }
}

const line = (cell: (column: (typeof columns)[number]) => string): string =>
  columns.map((column) => cell(column).padStart(column[1])).join(" ");

/** Writes the validations beside those of the sports that were not checked this time. */
function save(file: string, fresh: readonly Validation[]): void {
  const kept = readValidations(file).filter(({ sport }) => fresh.every((v) => v.sport !== sport));
  const all = sports.flatMap((sport) => [...kept, ...fresh].filter((v) => v.sport === sport));
  mkdirSync(dirname(file), { recursive: true });
  const lines = all.map((validation) =>
    JSON.stringify(validation, (_name, value: unknown) =>
      typeof value === "number" ? Number(value.toPrecision(6)) : value,
    ),
  );
  writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
}

if (import.meta.main) runMain(checkCommand);
