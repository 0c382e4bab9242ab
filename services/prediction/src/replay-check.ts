// Replays weeks of real games of every sport on the engine itself: node …/replay-check.ts --data DIR
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import type { PredictionRecord } from "./domain/prediction.ts";
import { isInRange, rangeOf, riskLevels } from "./domain/risk.ts";
import { sports, type Sport } from "./domain/sport.ts";
import { readResults } from "./commands/results-file.ts";
import { replaySpan } from "./replay-span.ts";
import { loadModels } from "./slates/models.ts";

/** Weeks whose games have prices in the results files. */
const starts: Record<Sport, string> = {
  soccer: "2024-10-04",
  nba: "2022-11-01",
  mlb: "2019-06-03",
  nhl: "2024-11-04",
  ufc: "2023-09-04",
  nfl: "2022-11-01",
  cfb: "2022-10-03",
};
const weeks = 6;
const picksEach = 12;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const line = (name: string, records: readonly PredictionRecord[]): string => {
  const count = (outcome: string) =>
    records.filter(({ settlement }) => (settlement?.outcome ?? "open") === outcome).length;
  const sum = (of: (record: PredictionRecord) => number) =>
    records.reduce((total, record) => total + of(record), 0);
  const staked = sum(({ stake }) => stake);
  const returned = sum(({ settlement }) => settlement?.returned ?? 0);
  const cells = [
    records.length,
    ...["won", "lost", "push", "void", "open"].map(count),
    percent(returned / staked - 1),
    percent(sum(({ probability }) => probability) / records.length),
    percent(count("won") / records.length),
  ];
  return [name.padEnd(18), ...cells.map((cell) => String(cell).padStart(8))].join(" ");
};

const isRight = ({ sport, riskLevel, odds, legs, settlement }: PredictionRecord): boolean =>
  settlement !== undefined && isInRange(rangeOf(sport, riskLevel), odds, legs.length);

/** Prints a sport's record; answers whether all was settled and inside its range. */
const check = async (sport: Sport, data: string): Promise<boolean> => {
  const rows = readResults(join(data, `${sport}.csv.gz`), sport);
  const from = starts[sport];
  const records = await replaySpan({ sport, rows, from, weeks, picksEach, models: loadModels() });
  for (const risk of riskLevels) {
    const ofRisk = records.filter(({ riskLevel }) => riskLevel === risk);
    process.stdout.write(`${line(`${sport} ${risk}`, ofRisk)}\n`);
  }
  return records.length > 0 && records.every(isRight);
};

const { values } = parseArgs({ options: { data: { type: "string" } } });
const data = z.string({ error: "say where the results are: --data DIR" }).parse(values.data);
process.stdout.write(
  "replayed                  n      won     lost     push     void     open   return  expects    share won\n",
);
for (const sport of sports)
  if (!(await check(sport, data))) {
    process.stderr.write(`${sport}: not everything was settled, or a bet lies outside its range\n`);
    process.exitCode = 1;
  }
