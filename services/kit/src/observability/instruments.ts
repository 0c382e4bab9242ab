import { setTimeout as sleep } from "node:timers/promises";
import type { mongo } from "mongoose";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

type Registering = { registry: Registry };

type Named = { name: string; help: string };

/**
 * A counter whose labels have known values. Every combination starts at 0, because an alert does not notice growth in
 * a counter that appears with its first count.
 */
export function createCounter<Label extends string = never, Value extends string = string>(
  { registry }: Registering,
  { name, help, values }: Named & { values: Record<Label, readonly Value[]> },
): Counter<Label> {
  const labelNames = Object.keys(values) as Label[];
  const counter = new Counter({ name, help, labelNames, registers: [registry] });
  for (const labels of combinations(values)) counter.inc(labels, 0);
  return counter;
}

/** A histogram. A combination of label values appears with its first observation. */
export function createHistogram<Label extends string>(
  { registry }: Registering,
  { name, help, labels, buckets }: Named & { labels: readonly Label[]; buckets: readonly number[] },
): Histogram<Label> {
  const options = { name, help, labelNames: [...labels], buckets: [...buckets] };
  return new Histogram<Label>({ ...options, registers: [registry] });
}

/** A gauge, with one label or none. `read` returns its number for each value of the label at every collection. */
export function createGauge<Label extends string = never>(
  { registry }: Registering,
  { name, help, label, read }: Named & { label?: Label; read?: () => Record<string, number> },
): Gauge<Label> {
  return new Gauge<Label>({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect() {
      for (const [value, number] of Object.entries(read?.() ?? {}))
        this.set({ [label ?? ""]: value } as Record<Label, string>, number);
    },
  });
}

const readDeadlineMs = 1_000;
const countLimit = 100_000;

type Watched = Named & {
  metrics: Registering;
  labels?: Record<string, string>;
  collection: mongo.Collection;
  field: string;
};

/**
 * Exposes the backlog of a collection as two gauges: `<name>`, the number of documents with the indexed date `field`,
 * and `<name>_oldest_seconds`, the age of the oldest date. Both are NaN when the database does not respond within a
 * second. Several backlogs of one name differ by their labels.
 */
export function watchBacklog({ metrics, name, help, labels = {}, collection, field }: Watched) {
  const { registry } = metrics;
  let reading: Promise<Backlog | undefined> | undefined;
  // Both gauges are collected together and share one read.
  const read = () => {
    reading ??= Promise.race([
      readBacklog(collection, field).catch(() => undefined),
      sleep(readDeadlineMs, undefined, { ref: false }),
    ]).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const show = (suffix: string, about: string, valueOf: (backlog: Backlog) => number) => {
    const gauge = gaugeOf(registry, {
      name: `${name}${suffix}`,
      help: `${help}: ${about}`,
      labelNames: Object.keys(labels),
    });
    const others = gauge.collect?.bind(gauge);
    gauge.collect = async () => {
      const [backlog] = await Promise.all([read(), others?.()]);
      gauge.set(labels, backlog ? valueOf(backlog) : Number.NaN);
    };
  };
  show("", "number of documents", ({ count }) => count);
  show("_oldest_seconds", "age of the oldest", ({ oldestAt }) =>
    oldestAt ? Math.max(0, Date.now() - oldestAt.getTime()) / 1_000 : 0,
  );
}

type Backlog = { count: number; oldestAt: Date | undefined };

async function readBacklog(collection: mongo.Collection, field: string): Promise<Backlog> {
  const pending = { [field]: { $gt: new Date(0) } };
  const options = { maxTimeMS: readDeadlineMs };
  const [count, [oldest]] = await Promise.all([
    collection.countDocuments(pending, { ...options, limit: countLimit }),
    collection
      .find(pending, options)
      .project({ [field]: 1 })
      .sort({ [field]: 1 })
      .limit(1)
      .toArray(),
  ]);
  return { count, oldestAt: oldest?.[field] as Date | undefined };
}

function gaugeOf(
  registry: Registry,
  options: Named & { labelNames: string[] },
): Gauge & { collect?: () => void | Promise<void> } {
  const known = registry.getSingleMetric(options.name) as Gauge | undefined;
  return known ?? new Gauge({ ...options, registers: [registry] });
}

/** All combinations of label values. */
function combinations<Label extends string>(
  values: Record<Label, readonly string[]>,
): Record<Label, string>[] {
  return Object.entries<readonly string[]>(values).reduce(
    (known, [label, own]) =>
      known.flatMap((labels) => own.map((value) => ({ ...labels, [label]: value }))),
    [{} as Record<Label, string>],
  );
}
