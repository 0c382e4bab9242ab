import { z } from "zod";

const metricSchema = z.object({
  values: z.record(z.string(), z.number()),
  thresholds: z.record(z.string(), z.object({ ok: z.boolean() })).optional(),
});

/** The fields of k6's summary that the runner reads. */
export const summarySchema = z.object({ metrics: z.record(z.string(), metricSchema) });
export type Summary = z.infer<typeof summarySchema>;

/** A threshold, whether it held, and the metric's figures. */
export type Verdict = { metric: string; bound: string; held: boolean; figures: string };

const shown = new Set(["count", "rate", "p(50)", "p(99)", "max"]);

const figuresOf = (values: Record<string, number>): string =>
  Object.entries(values)
    .filter(([name]) => shown.has(name))
    .map(([name, value]) => `${name}=${Number(value.toFixed(2))}`)
    .join(" ");

/** The verdict on every threshold of a run. */
export const verdictsOf = ({ metrics }: Summary): Verdict[] =>
  Object.entries(metrics).flatMap(([metric, { values, thresholds = {} }]) =>
    Object.entries(thresholds).map(([bound, { ok }]) => ({
      metric,
      bound,
      held: ok,
      figures: figuresOf(values),
    })),
  );

/** The iterations per second of the `capacity` scenario. @throws when it finished no iteration */
export const throughputOf = ({ metrics }: Summary): number => {
  const count = metrics["iterations"]?.values["count"];
  const ranMs = metrics["ran_ms"]?.values["max"];
  if (!count || !ranMs) throw new Error("the run finished no iteration");
  return (1_000 * count) / ranMs;
};
