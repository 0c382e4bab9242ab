import { writeFileSync } from "node:fs";
import { evaluateSport } from "../engine/evaluation/evaluate.ts";
import { badInput } from "./bad-input.ts";
import { assertFile, readOptions, required, sportOf } from "./options.ts";
import { summaryOf } from "./report.ts";
import { readResults } from "./results-file.ts";
import { costLine, processConsole, runCommand, type Console } from "./run-command.ts";

/** `model:evaluate`: fits on the history file only, walks the test file, writes one line per test row. */
export const evaluateCommand = (argv: readonly string[], io: Console): void => {
  const options = readOptions(argv, ["sport", "history", "test", "out"]);
  const sport = sportOf(required(options.sport, "sport"));
  const historyFile = required(options.history, "history");
  const testFile = required(options.test, "test");
  const out = required(options.out, "out");
  const history = readResults(historyFile, sport);
  const test = readResults(testFile, sport);
  if (history.length === 0) throw badInput({ file: historyFile }, "has no games");
  const lastKnown = history.at(-1)?.date ?? "";
  if ((test[0]?.date ?? lastKnown) < lastKnown) {
    const problem = `${test[0]?.date} is before the history's end ${lastKnown}`;
    throw badInput({ file: testFile, row: 0, column: "date" }, problem);
  }
  assertFile(out);
  const evaluation = evaluateSport(sport, history, test);
  const lines = evaluation.rows.map(({ row, home, draw, away, blend, market }) =>
    JSON.stringify({ row, home, draw, away, blend, market }),
  );
  writeFileSync(out, lines.map((row) => `${row}\n`).join(""));
  for (const row of [...summaryOf(evaluation), costLine()]) io.out(row);
};

if (import.meta.main) {
  process.exitCode = runCommand(evaluateCommand, process.argv.slice(2), processConsole);
}
