import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { riskLevels, type RiskLevel } from "../../domain/risk.ts";
import { sports } from "../../domain/sport.ts";
import { loadModels, modelOf } from "../../slates/models.ts";
import { badInput, costLine, runMain, type Command } from "../command.ts";
import { table } from "../report.ts";
import { readResults } from "../results-file.ts";
import { type Tally, createTally, pickColumns, type PickRow, slopeColumns } from "./calibration.ts";
import { firstReplayDay, replay } from "./replay.ts";
import { simulate } from "./simulate.ts";

/** Simulated seasons, and the weeks of each. */
const seeds = 8;
const weeks = 26;
/** Fewer picks per risk level prove little. */
const fewestPicks = 20_000;

/**
 * `model:picks`: whether picks win as often as estimated, after selection: all priced weeks of the results files, and
 * simulated seasons. `--out` keeps the figures for the model card. Fails when the picks of a risk level win too
 * rarely or too often by more than two standard errors.
 */
const picksCommand: Command<"data", "out"> = {
  required: ["data"],
  optional: ["out"],
  run({ data, out }, io) {
    const models = loadModels();
    const replayed = createTally("real games");
    for (const sport of sports) {
      const file = join(data, `${sport}.csv.gz`);
      const rows = readResults(file, sport);
      const from = firstReplayDay(rows);
      if (from === undefined) throw badInput({ file }, "has no game with a price");
      replayed.add(replay({ sport, rows, from, model: modelOf(models, sport) }));
      io.out(`${sport}: replayed from ${from}`);
    }
    const simulated = createTally("simulated seasons");
    for (let seed = 1; seed <= seeds; seed += 1)
      simulated.add(simulate(`picks-${seed}`, weeks, models));
    const tallies = [replayed, simulated];
    const rows = tallies.flatMap((tally) => tally.rows());
    io.out(table(pickColumns, rows));
    io.out(table(slopeColumns, replayed.slopes()));
    if (out !== undefined) {
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(out, `${JSON.stringify({ rows, slopes: replayed.slopes() }, round, 1)}\n`);
    }
    io.out(costLine());
    const misses = riskLevels.flatMap((risk) => tallies.flatMap((tally) => missOf(tally, risk)));
    if (misses.length > 0) throw new Error(`picks are not calibrated: ${misses.join("; ")}`);
  },
};

function missOf(tally: Tally, risk: RiskLevel): string[] {
  const row = tally.rows().find((one) => one.risk === risk && one.part === "all");
  if (!row || row.n < fewestPicks) return [`only ${row?.n ?? 0} ${risk} picks of ${tally.source}`];
  return isOff(row) ? [`${risk} picks of ${tally.source}`] : [];
}

const isOff = ({ estimated, won, standardError }: PickRow) =>
  Math.abs(won - estimated) > 2 * standardError;

const round = (_name: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(6)) : value;

if (import.meta.main) runMain(picksCommand);
