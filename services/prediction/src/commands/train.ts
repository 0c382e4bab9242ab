import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { toArtefact, type Artefact } from "../engine/serving/artefact.ts";
import { fitSport, type Effort } from "../engine/training/fit.ts";
import { sports, type PricedGame, type Sport } from "../engine/types.ts";
import { makeWalker, startWalk, stepWalk } from "../engine/serving/walk.ts";
import { badInput } from "./bad-input.ts";
import { assertFolder, readOptions, required, sportOf } from "./options.ts";
import { readResults } from "./results-file.ts";
import { costLine, processConsole, runCommand, type Console } from "./run-command.ts";

/** Fits a sport and walks its ratings to the end of the data; the version names the fit by its content. */
export const trainSport = (
  sport: Sport,
  games: readonly PricedGame[],
  effort?: Effort,
): Artefact => {
  const model = fitSport(sport, games, effort);
  const walker = makeWalker(sport, model.components);
  const walk = startWalk(walker);
  for (const game of games) stepWalk(walker, walk, game);
  const unnamed = toArtefact(model, walk, "");
  const digest = createHash("sha256").update(JSON.stringify(unnamed)).digest("hex").slice(0, 8);
  return { ...unnamed, version: `${sport}-${model.span.to}-${digest}` };
};

/** JSON with one line per top-level part, so that a refit gives a readable difference. */
export const write = (artefact: Artefact): string => {
  const parts = Object.entries(artefact).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value, rounded)}`,
  );
  return `{\n${parts.join(",\n")}\n}\n`;
};

const rounded = (_name: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(7)) : value;

/** `model:train`: writes one artefact per sport; nothing at all when any input is bad. */
export const trainCommand = (argv: readonly string[], io: Console): void => {
  const options = readOptions(argv, ["data", "out", "sport"]);
  const data = required(options.data, "data");
  const out = required(options.out, "out");
  const chosen = options.sport === undefined ? sports : [sportOf(options.sport)];
  const read = chosen.map((sport) => {
    const file = join(data, `${sport}.csv.gz`);
    const games = readResults(file, sport);
    if (games.length === 0) throw badInput({ file }, "has no games");
    return { sport, games };
  });
  assertFolder(out);
  const artefacts = read.map(({ sport, games }) => {
    const started = performance.now();
    const artefact = trainSport(sport, games);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { logLoss, n } = artefact.model.backTest.model;
    io.out(
      `${artefact.version}: back-test log loss ${logLoss.toFixed(4)} on ${n} games, ${seconds} s`,
    );
    return { sport, artefact };
  });
  for (const { sport, artefact } of artefacts) {
    writeFileSync(join(out, `${sport}.json`), write(artefact));
  }
  io.out(costLine());
};

if (import.meta.main) {
  process.exitCode = runCommand(trainCommand, process.argv.slice(2), processConsole);
}
