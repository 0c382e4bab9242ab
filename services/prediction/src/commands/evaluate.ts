import { writeFileSync } from "node:fs";
import { evaluateSport } from "../engine/evaluation/evaluate.ts";
import { assertFile, badInput, costLine, runMain, sportOf, type Command } from "./command.ts";
import { summaryOf } from "./report.ts";
import { readResults } from "./results-file.ts";

/** `model:evaluate`: fits on the history file only, walks the test file, writes one line per test row. */
export const evaluateCommand: Command<"sport" | "history" | "test" | "out", never> = {
  required: ["sport", "history", "test", "out"],
  optional: [],
  run(options, io) {
    const sport = sportOf(options.sport);
    const history = readResults(options.history, sport);
    const test = readResults(options.test, sport);
    if (history.length === 0) throw badInput({ file: options.history }, "has no games");
    const end = history.at(-1)?.date ?? "";
    const [first] = test;
    if (first && first.date < end)
      throw badInput(
        { file: options.test, row: 0, column: "date" },
        `${first.date} is before the history's end ${end}`,
      );
    assertFile(options.out);
    const evaluation = evaluateSport(sport, history, test);
    const lines = evaluation.rows.map(({ row, home, draw, away, blend, market }) =>
      JSON.stringify({ row, home, draw, away, blend, market }),
    );
    writeFileSync(options.out, lines.map((line) => `${line}\n`).join(""));
    for (const line of [...summaryOf(evaluation), costLine()]) io.out(line);
  },
};

if (import.meta.main) runMain(evaluateCommand);
