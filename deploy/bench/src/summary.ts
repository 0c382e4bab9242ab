import { backfillGoal } from "@orbline/demo/backfill";
import { type Goal, idleGoal, warmUpGoal } from "./goals.ts";
import type { Starts, Usage } from "./product.ts";
import type { Cost } from "./work.ts";

/** One run of a subject. */
export type Sample = {
  /** CPU time of the measured processes per request, in microseconds. */
  cpuUs: number;
  /** Latency at the load generator, in milliseconds. */
  p50Ms: number;
  p99Ms: number;
  requestsPerSecond: number;
};

/** The samples of each subject, one per round. Samples with the same index are from the same round. */
export type Samples = Record<string, Sample[]>;

/** The result for a goal; `ratio` is undefined when a subject was not measured. */
export type Verdict = Goal & { ratio: number | undefined; ratios: number[]; isMissed: boolean };

/** The median; for an even number of values the mean of the middle two. @throws without values */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new Error("there is no median of nothing");
  return (low + high) / 2;
}

/** The median of each figure of a subject. */
function medians(samples: Sample[]): Sample {
  const of = (field: keyof Sample) => median(samples.map((sample) => sample[field]));
  return {
    cpuUs: of("cpuUs"),
    p50Ms: of("p50Ms"),
    p99Ms: of("p99Ms"),
    requestsPerSecond: of("requestsPerSecond"),
  };
}

/** One sample from the turns of a round, which have equally many requests: mean CPU and median latencies. */
export function combine(turns: Sample[]): Sample {
  return {
    ...medians(turns),
    cpuUs: mean(turns.map(({ cpuUs }) => cpuUs)),
    requestsPerSecond: 1 / mean(turns.map(({ requestsPerSecond }) => 1 / requestsPerSecond)),
  };
}

/** The CPU of one subject divided by another's, round by round: a disturbance of a round affects both. */
export function ratiosOf(samples: Samples, subject: string, reference: string): number[] {
  return (samples[subject] ?? []).flatMap((sample, round) => {
    const other = samples[reference]?.[round];
    return other ? [sample.cpuUs / other.cpuUs] : [];
  });
}

/** Compares the median of the rounds' ratios with the bound of each goal. */
export function judge(goals: Goal[], samples: Samples): Verdict[] {
  return goals.map((goal) => {
    const ratios = ratiosOf(samples, goal.subject, goal.reference);
    const ratio = ratios.length > 0 ? median(ratios) : undefined;
    return { ...goal, ratio, ratios, isMissed: ratio !== undefined && ratio > goal.atMost };
  });
}

/** Medians of every subject, and its CPU as a multiple of each reference's. */
export function subjectTable(samples: Samples, references: string[]) {
  return Object.entries(samples).map(([name, taken]) => {
    const { cpuUs, p50Ms, p99Ms, requestsPerSecond } = medians(taken);
    const ratios = references.map((reference) => {
      const all = ratiosOf(samples, name, reference);
      return [`× ${reference}`, all.length > 0 ? median(all).toFixed(2) : ""];
    });
    return {
      name,
      "CPU µs": cpuUs.toFixed(1),
      "p50 ms": p50Ms.toFixed(2),
      "p99 ms": p99Ms.toFixed(2),
      "req/s": requestsPerSecond.toFixed(0),
      ...Object.fromEntries(ratios),
    };
  });
}

/** Each goal with the ratio of each round and the verdict. */
export function verdictTable(verdicts: Verdict[]) {
  return verdicts.map(({ name, ratio, ratios, atMost, isMissed }) => ({
    name,
    ratio: ratio?.toFixed(2),
    goal: `≤ ${atMost}`,
    rounds: ratios.map((each) => each.toFixed(2)).join(" "),
    verdict: ratio === undefined ? "not measured" : wordFor(isMissed),
  }));
}

/** CPU and memory of every process of an idle product, their sums and the goal. */
export function idleTable(usage: Usage[]) {
  const total = { name: `P8, all: ${wordFor(isIdleMissed(usage))}`, ...totalOf(usage) };
  return [...usage, total, { name: "goal, at most", ...idleGoal }].map(
    ({ name, cpuPercent, memoryMb }) => ({
      name,
      "% of a core": cpuPercent.toFixed(2),
      MB: memoryMb.toFixed(0),
    }),
  );
}

/** True if an idle product uses more than its goal. */
export function isIdleMissed(usage: Usage[]): boolean {
  const { cpuPercent, memoryMb } = totalOf(usage);
  return cpuPercent > idleGoal.cpuPercent || memoryMb > idleGoal.memoryMb;
}

/** Milliseconds of a core that each process uses for each kind of work. */
export function workTable(work: Cost[]) {
  return work.map(({ name, cpuMs }) => {
    const cells = Object.entries(cpuMs).map(([process, ms]) => [process, ms.toFixed(2)]);
    return { name, ...Object.fromEntries(cells) };
  });
}

/** Duration of a first and of a warm start with their goals. */
export function startTable({ backfillSeconds, warmUpSeconds }: Starts) {
  const starts = [
    { name: "first make up, the demo's past", seconds: backfillSeconds, goal: backfillGoal },
    { name: "warm make up, all", seconds: warmUpSeconds, goal: warmUpGoal },
  ];
  return starts.map(({ name, seconds, goal }) => ({
    name,
    seconds: seconds.toFixed(1),
    goal: `≤ ${goal}`,
    verdict: wordFor(seconds > goal),
  }));
}

/** True if a start took longer than its goals. */
export function isStartMissed({ backfillSeconds, warmUpSeconds }: Starts): boolean {
  return backfillSeconds > backfillGoal || warmUpSeconds > warmUpGoal;
}

function totalOf(usage: Usage[]) {
  return {
    cpuPercent: sum(usage.map(({ cpuPercent }) => cpuPercent)),
    memoryMb: sum(usage.map(({ memoryMb }) => memoryMb)),
  };
}

const wordFor = (isMissed: boolean) => (isMissed ? "MISSED" : "met");
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]) => sum(values) / values.length;
