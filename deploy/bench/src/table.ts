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
