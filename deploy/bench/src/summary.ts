/** One run of a subject. */
export type Sample = {
  /** CPU time per request of the measured processes, in microseconds. */
  cpuUs: number;
  /** Latency at the load generator, in milliseconds. */
  p50Ms: number;
  p99Ms: number;
  requestsPerSecond: number;
};

/** The samples of each subject, one per round: those of one index were taken in the same round. */
export type Samples = Record<string, Sample[]>;

/** An upper bound for the CPU of one subject as a multiple of another's. */
export type Goal = {
  name: string;
  subject: string;
  reference: string;
  atMost: number;
};

/** The result for a goal; `ratio` is undefined when a subject was not measured. */
export type Verdict = Goal & { ratio: number | undefined; ratios: number[]; isMissed: boolean };

/** The median; of an even number of values the mean of the two in the middle. @throws without values */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new Error("there is no median of nothing");
  return (low + high) / 2;
}

const medianOf = (samples: Sample[], field: keyof Sample) =>
  median(samples.map((sample) => sample[field]));

/** The median of each figure of a subject. */
export const middle = (samples: Sample[]): Sample => ({
  cpuUs: medianOf(samples, "cpuUs"),
  p50Ms: medianOf(samples, "p50Ms"),
  p99Ms: medianOf(samples, "p99Ms"),
  requestsPerSecond: medianOf(samples, "requestsPerSecond"),
});

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** One sample of turns with equally many requests: the mean of their CPU, the median of their latencies. */
export const combine = (turns: Sample[]): Sample => ({
  ...middle(turns),
  cpuUs: mean(turns.map(({ cpuUs }) => cpuUs)),
  requestsPerSecond: 1 / mean(turns.map(({ requestsPerSecond }) => 1 / requestsPerSecond)),
});

/** The CPU of one subject divided by another's, round by round: a disturbance of a round affects both. */
export const ratiosOf = (samples: Samples, subject: string, reference: string): number[] =>
  (samples[subject] ?? []).flatMap((sample, round) => {
    const other = samples[reference]?.[round];
    return other ? [sample.cpuUs / other.cpuUs] : [];
  });

/** Holds the median of the rounds' ratios against each goal's bound. */
export const judge = (goals: Goal[], samples: Samples): Verdict[] =>
  goals.map((goal) => {
    const ratios = ratiosOf(samples, goal.subject, goal.reference);
    const ratio = ratios.length > 0 ? median(ratios) : undefined;
    return { ...goal, ratio, ratios, isMissed: ratio !== undefined && ratio > goal.atMost };
  });
