import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sport } from "../domain/sport.ts";
import type { Artifact } from "../engine/model.ts";
import { toArtifact } from "../engine/serving/artifact.ts";
import { createWalker, startWalk, walkGames } from "../engine/serving/walk.ts";
import { fitSport, type Effort } from "../engine/training/fit.ts";
import type { PricedGame } from "../engine/types.ts";
import {
  assertFolder,
  badInput,
  chosenSports,
  costLine,
  runMain,
  type Command,
} from "./command.ts";
import { readResults } from "./results-file.ts";

/** `model:train`: writes one artifact per sport; nothing at all when any input is bad. */
export const trainCommand: Command<"data" | "out", "sport"> = {
  required: ["data", "out"],
  optional: ["sport"],
  run({ data, out, sport: chosen }, io) {
    const read = chosenSports(chosen).map((sport) => {
      const file = join(data, `${sport}.csv.gz`);
      const games = readResults(file, sport);
      if (games.length === 0) throw badInput({ file }, "has no games");
      return { sport, games };
    });
    assertFolder(out);
    const artifacts = read.map(({ sport, games }) => {
      const started = performance.now();
      const artifact = trainSport(sport, games);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const { logLoss, n } = artifact.model.backTest.model;
      io.out(
        `${artifact.version}: back-test log loss ${logLoss.toFixed(4)} on ${n} games, ${seconds} s`,
      );
      return { sport, artifact };
    });
    for (const { sport, artifact } of artifacts)
      writeFileSync(join(out, `${sport}.json`), toJson(artifact));
    io.out(costLine());
  },
};

/** Fits a sport and walks its ratings to the end of the data; the version contains a hash of the content. */
export function trainSport(sport: Sport, games: readonly PricedGame[], effort?: Effort): Artifact {
  const model = fitSport(sport, games, effort);
  const walker = createWalker(sport, model.systems);
  const walk = startWalk(walker);
  walkGames(walker, walk, games);
  const unnamed = toArtifact(model, walk, "");
  const digest = createHash("sha256").update(JSON.stringify(unnamed)).digest("hex").slice(0, 8);
  return { ...unnamed, version: `${sport}-${model.span.to}-${digest}` };
}

/** An artifact as JSON with one line per part and numbers of seven digits, so that a refit has a readable diff. */
export function toJson(artifact: Artifact): string {
  const parts = Object.entries(artifact).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value, rounded)}`,
  );
  return `{\n${parts.join(",\n")}\n}\n`;
}

const rounded = (_name: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(7)) : value;

if (import.meta.main) runMain(trainCommand);
