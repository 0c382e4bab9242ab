import { backfillGoal } from "@orbline/demo/backfill-report";
import { idleGoal, warmUpGoal } from "./goals.ts";
import type { Usage } from "./idle.ts";
import type { Starts } from "./starts.ts";
import { type Samples, type Verdict, median, middle, ratiosOf } from "./summary.ts";

/** Lines of text with the first column to the left and all others to the right. */
export const toTable = (rows: string[][]): string => {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
};

/** Medians of every subject, and its CPU as a multiple of each reference's. */
export const subjectTable = (samples: Samples, references: string[]): string => {
  const head = [
    "",
    "CPU µs",
    "p50 ms",
    "p99 ms",
    "req/s",
    ...references.map((name) => `× ${name}`),
  ];
  const rows = Object.entries(samples).map(([name, taken]) => {
    const { cpuUs, p50Ms, p99Ms, requestsPerSecond } = middle(taken);
    const ratios = references.map((reference) => {
      const all = ratiosOf(samples, name, reference);
      return all.length > 0 ? median(all).toFixed(2) : "";
    });
    const figures = [cpuUs.toFixed(1), p50Ms.toFixed(2), p99Ms.toFixed(2)];
    return [name, ...figures, requestsPerSecond.toFixed(0), ...ratios];
  });
  return toTable([head, ...rows]);
};

const wordFor = ({ ratio, stretch, isMissed }: Verdict): string => {
  if (ratio === undefined) return "not measured";
  if (isMissed) return "MISSED";
  return ratio <= stretch ? "met, stretch goal too" : "met";
};

/** Each goal with the rounds' ratios and the word on it. */
export const verdictTable = (verdicts: Verdict[]): string =>
  toTable([
    ["", "ratio", "goal", "stretch", "rounds", ""],
    ...verdicts.map((verdict) => [
      verdict.name,
      verdict.ratio?.toFixed(2) ?? "–",
      `≤ ${verdict.atMost}`,
      `≤ ${verdict.stretch}`,
      verdict.ratios.map((ratio) => ratio.toFixed(2)).join(" "),
      wordFor(verdict),
    ]),
  ]);

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Whether an idle product uses more than it may. */
export const isIdleMissed = (usage: Usage[]): boolean =>
  sum(usage.map(({ cpuPercent }) => cpuPercent)) > idleGoal.cpuPercent ||
  sum(usage.map(({ memoryMb }) => memoryMb)) > idleGoal.memoryMb;

/** What every process of an idle product uses, and all of them. */
export const idleTable = (usage: Usage[]): string => {
  const total = {
    name: "P8, all",
    cpuPercent: sum(usage.map(({ cpuPercent }) => cpuPercent)),
    memoryMb: sum(usage.map(({ memoryMb }) => memoryMb)),
  };
  const rows = [...usage, total].map(({ name, cpuPercent, memoryMb }) => [
    name,
    cpuPercent.toFixed(2),
    memoryMb.toFixed(0),
  ]);
  const { cpuPercent, memoryMb } = idleGoal;
  const goal = ["goal", `≤ ${cpuPercent}`, `≤ ${memoryMb}`, isIdleMissed(usage) ? "MISSED" : "met"];
  return toTable([["idle", "% of a core", "MB"], ...rows, goal]);
};

const met = (seconds: number, goal: number) => (seconds > goal ? "MISSED" : "met");

/** Whether a start took longer than it may, for the demo's past or as a whole. */
export const isStartMissed = ({ backfillSeconds, warmUpSeconds }: Starts): boolean =>
  backfillSeconds > backfillGoal || warmUpSeconds > warmUpGoal;

/** The times of a first and of a warm start beside what they may be. */
export const startTable = ({ backfillSeconds, warmUpSeconds }: Starts): string =>
  toTable([
    ["make up", "s", "goal", ""],
    [
      "first, the demo's past",
      backfillSeconds.toFixed(1),
      `≤ ${backfillGoal}`,
      met(backfillSeconds, backfillGoal),
    ],
    ["warm, all", warmUpSeconds.toFixed(1), `≤ ${warmUpGoal}`, met(warmUpSeconds, warmUpGoal)],
  ]);
