import { Counter, Gauge } from "prom-client";
import type { Metrics } from "./metrics.ts";

type Named = { name: string; help: string };

/** Every way to take one of each label's values. */
const combinations = (values: Record<string, readonly string[]>): Record<string, string>[] =>
  Object.entries(values).reduce<Record<string, string>[]>(
    (known, [label, own]) =>
      known.flatMap((labels) => own.map((value) => ({ ...labels, [label]: value }))),
    [{}],
  );

/**
 * A counter of one service's own, served with the others of its process. Its labels have the given values only, and
 * each of their combinations begins at 0: to an alert, a counter that appears with its first count has not grown.
 */
export const ownCounter = <Label extends string, Value extends string>(
  { registry }: Metrics,
  { name, help, values }: Named & { values: Record<Label, readonly Value[]> },
) => {
  const labelNames = Object.keys(values);
  const counter = new Counter({ name, help, labelNames, registers: [registry] });
  for (const labels of combinations(values)) counter.inc(labels, 0);
  return counter;
};

/** A gauge of one service's own, served with the others of its process. */
export const ownGauge = <Label extends string>(
  { registry }: Metrics,
  { name, help, labels }: Named & { labels: readonly Label[] },
) => new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
