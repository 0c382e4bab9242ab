import { backfillGoal } from "@orbline/demo/backfill-report";
import { idleGoal, warmUpGoal } from "./goals.ts";
import type { Starts, Usage } from "./product.ts";
import { type Samples, type Verdict, median, middle, ratiosOf } from "./summary.ts";

/** Rows as lines of text; the first column is left-aligned, the others right-aligned. */
export function toTable(rows: string[][]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

/** Medians of every subject, and its CPU as a multiple of each reference's. */
export function subjectTable(samples: Samples, references: string[]): string {
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
}

function wordFor({ ratio, isMissed }: Verdict): string {
  if (ratio === undefined) return "not measured";
  return isMissed ? "MISSED" : "met";
}

/** Each goal with the ratio of each round and the verdict. */
export const verdictTable = (verdicts: Verdict[]): string =>
  toTable([
    ["", "ratio", "goal", "rounds", ""],
    ...verdicts.map((verdict) => [
      verdict.name,
      verdict.ratio?.toFixed(2) ?? "–",
      `≤ ${verdict.atMost}`,
      verdict.ratios.map((ratio) => ratio.toFixed(2)).join(" "),
      wordFor(verdict),
    ]),
  ]);

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** True if an idle product uses more than its goal. */
export const isIdleMissed = (usage: Usage[]): boolean =>
  sum(usage.map(({ cpuPercent }) => cpuPercent)) > idleGoal.cpuPercent ||
  sum(usage.map(({ memoryMb }) => memoryMb)) > idleGoal.memoryMb;

/** CPU and memory of every process of an idle product, and their sums. */
export function idleTable(usage: Usage[]): string {
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
}

const met = (seconds: number, goal: number) => (seconds > goal ? "MISSED" : "met");

/** True if a start took longer than its goals. */
export const isStartMissed = ({ backfillSeconds, warmUpSeconds }: Starts): boolean =>
  backfillSeconds > backfillGoal || warmUpSeconds > warmUpGoal;

/** The times of a first and of a warm start with their goals. */
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
