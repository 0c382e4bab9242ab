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
  stretch: number;
};

/** How a goal was met; `ratio` is undefined when one of the two was not measured. */
export type Verdict = Goal & { ratio: number | undefined; ratios: number[]; isMissed: boolean };

/** The middle of some values; of an even number the mean of the two. @throws without values */
export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new Error("there is no median of nothing");
  return (low + high) / 2;
};

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

/** One sample of turns with as many requests each: all their CPU, and the middle of their latencies. */
export const together = (turns: Sample[]): Sample => ({
  ...middle(turns),
  cpuUs: mean(turns.map(({ cpuUs }) => cpuUs)),
  requestsPerSecond: 1 / mean(turns.map(({ requestsPerSecond }) => 1 / requestsPerSecond)),
});

/** The CPU of one subject over another's, round by round: what disturbs a round disturbs both. */
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
