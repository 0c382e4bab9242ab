import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sports } from "../domain/sport.ts";
import { chosenSports, costLine, runMain, type Command } from "./command.ts";
import { four, newestColumns, pricedColumns, table, validationColumns } from "./report.ts";
import { readResults } from "./results-file.ts";
import { missesOf, readValidations, validateSport, type Validation } from "./validation.ts";

/** `model:check`: fits every sport before its validation window and scores it there; `--out` keeps the figures. */
const checkCommand: Command<"data", "sport" | "out"> = {
  required: ["data"],
  optional: ["sport", "out"],
  run({ data, sport: chosen, out }, io) {
    const found = chosenSports(chosen).map((sport) => {
      const validation = validateSport(sport, readResults(join(data, `${sport}.csv.gz`), sport));
      io.out(`${sport}: log loss ${four(validation.model.logLoss)}`);
      return validation;
    });
    io.out(table(validationColumns, found));
    io.out(table(pricedColumns, found));
    io.out(table(newestColumns, found));
    if (out !== undefined) save(out, found);
    io.out(costLine());
    const misses = found.flatMap(missesOf);
    if (misses.length > 0) throw new Error(`targets missed: ${misses.join("; ")}`);
    io.out("every target reached");
  },
};

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
