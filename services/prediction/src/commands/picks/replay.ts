// Replays weeks of real games through selection and settlement: node …/replay.ts --data DIR
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addDays, hourMs, slateDays, timeOn } from "../../domain/dates.ts";
import { heldPicks } from "../../domain/held-picks.ts";
import { sum } from "../../domain/math.ts";
import type { Prediction } from "../../domain/prediction.ts";
import { isInRange, rangeOf, riskLevels } from "../../domain/risk.ts";
import { settlePrediction } from "../../domain/settle.ts";
import type { BookPrices, SlateGame } from "../../domain/slate.ts";
import { gameHours, sports, type Sport } from "../../domain/sport.ts";
import { type ModelState, walkTo } from "../../engine/serving/predict.ts";
import type { PricedGame } from "../../engine/types.ts";
import { slatePicks } from "../../picks/slate-picks.ts";
import { loadModels, modelOf } from "../../slates/models.ts";
import { generatePrediction } from "../../use-cases/generate-prediction.ts";
import { readResults } from "../results-file.ts";

/** Results files contain dates only; every game starts at this hour, UTC, the second of a double-header later. */
const startHour = 20;
const doubleHeaderHours = 4;
/** Results files give the line of a spread without a price: both sides get what books usually ask. */
const spreadPrice = -110;

type Replay = {
  sport: Sport;
  /** Games of a results file in date order. */
  rows: readonly PricedGame[];
  /** First day of the first week, YYYY-MM-DD. */
  from: string;
  weeks: number;
  /** Picks of each risk level in each week. */
  picksPerRisk: number;
  model: ModelState;
};

/**
 * Replays weeks of a results file: each week the first picks of every risk level from that day's games and ratings,
 * settled by the file's results. Ratings know the games before the first day of the week and none after it.
 */
export async function replay({ sport, rows, from, weeks, picksPerRisk, model }: Replay) {
  const predictions: Prediction[] = [];
  for (let week = 0; week < weeks; week += 1) {
    const date = addDays(from, 7 * week);
    const now = timeOn(date, 0);
    const slate = {
      sport,
      kind: "simulated" as const,
      label: "Replay",
      snapshotId: date,
      pricedAt: now,
      games: gamesFrom(sport, rows, date),
    };
    const state = walkTo(model, rows, date);
    const slates = { current: () => slate };
    const picks = slatePicks({ slates, ratings: () => state });
    for (const riskLevel of riskLevels)
      for (let requestCount = 1; requestCount <= picksPerRisk; requestCount += 1) {
        const generated = await generatePrediction(
          { picks, slates, clock: { now: () => now }, predictions: unstored, openPicks: noneOpen },
          { userId: "replay", sport, riskLevel, stake: 100, requestCount },
        );
        if (generated.kind === "generated") predictions.push(generated.prediction);
      }
  }
  const end = timeOn(addDays(from, 7 * weeks + slateDays + 1), 0);
  const results = new Map(rows.map((row, index) => [idOf(sport, row, index), row.result]));
  return predictions.map((prediction): Prediction => {
    const ended = settlePrediction(prediction, results, end);
    if (!ended) return prediction;
    const { settlement, ...outcomes } = ended;
    return { ...prediction, ...outcomes, ...settlement };
  });
}

const unstored = {
  add: (prediction: Prediction) => Promise.resolve(prediction),
  find: () => Promise.resolve(undefined),
  findExisting: () => Promise.resolve(undefined),
};

/** Each pick of a replay is another one by its number, so none has to be held. */
const noneOpen = { of: () => Promise.resolve(heldPicks()) };

/** The priced games of the slate that begins on a date. */
export function gamesFrom(sport: Sport, rows: readonly PricedGame[], date: string): SlateGame[] {
  const last = addDays(date, slateDays);
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    if (row.date < date || row.date > last) return [];
    const meeting = [row.date, row.home, row.away].join("|");
    const startsAt = timeOn(row.date, startHour + (seen.has(meeting) ? doubleHeaderHours : 0));
    seen.add(meeting);
    const books = booksOf(row, startsAt);
    if (books.length === 0) return [];
    const { result: _result, prices: _prices, spreadHome: _spreadHome, ...fixture } = row;
    const endsAt = new Date(startsAt.getTime() + gameHours[sport] * hourMs);
    const neutral = row.neutral ?? false;
    return { ...fixture, id: idOf(sport, row, index), sport, startsAt, endsAt, neutral, books };
  });
}

const idOf = (sport: Sport, { date }: PricedGame, index: number) =>
  `replay-${sport}-${date}-${index}`;

function booksOf({ prices, spreadHome: line }: PricedGame, updatedAt: Date): BookPrices[] {
  if (!prices && line === null) return [];
  const spread = line === null ? undefined : { line, home: spreadPrice, away: spreadPrice };
  return [{ book: "the closing price", moneyline: prices, spread, updatedAt }];
}

const starts: Record<Sport, string> = {
  soccer: "2024-10-04",
  nba: "2022-11-01",
  mlb: "2019-06-03",
  nhl: "2024-11-04",
  ufc: "2023-09-04",
  nfl: "2022-11-01",
  cfb: "2022-10-03",
};

/** Prints the track record of each sport and risk level; fails when a prediction is open or outside its range. */
async function run(data: string): Promise<void> {
  const columns = ["n", "won", "lost", "push", "void", "open", "return", "expected", "share won"];
  print("replayed", columns);
  const models = loadModels();
  for (const sport of sports) {
    const rows = readResults(join(data, `${sport}.csv.gz`), sport);
    const model = modelOf(models, sport);
    const replayed = await replay({
      sport,
      rows,
      from: starts[sport],
      weeks: 6,
      picksPerRisk: 12,
      model,
    });
    for (const risk of riskLevels)
      print(`${sport} ${risk}`, figuresOf(replayed.filter(({ riskLevel }) => riskLevel === risk)));
    if (replayed.length > 0 && replayed.every(isRight)) continue;
    process.stderr.write(`${sport}: a prediction is open or outside its range\n`);
    process.exitCode = 1;
  }
}

function isRight({ sport, riskLevel, odds, legs, outcome }: Prediction): boolean {
  return outcome !== "open" && isInRange(rangeOf(sport, riskLevel), odds, legs.length);
}

function figuresOf(predictions: readonly Prediction[]): (string | number)[] {
  const n = predictions.length;
  const count = (outcome: string) => predictions.filter((one) => one.outcome === outcome).length;
  const total = (of: (one: Prediction) => number) => sum(predictions.map(of));
  return [
    n,
    ...["won", "lost", "push", "void", "open"].map(count),
    percent(total(({ returned }) => returned) / total(({ stake }) => stake) - 1),
    percent(total(({ probability }) => probability) / n),
    percent(count("won") / n),
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function print(name: string, cells: readonly (string | number)[]): void {
  const padded = cells.map((cell) => String(cell).padStart(9));
  process.stdout.write(`${[name.padEnd(18), ...padded].join(" ")}\n`);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  if (!values.data) throw new Error("say where the results are: --data DIR");
  await run(values.data);
}
